// SPDX-License-Identifier: Apache-2.0
import { atOnceLies } from './at-once.js';
import type { BulkLie } from './bulk-lie.js';
import { incumbentLies } from './incumbent-lies.js';
import { containerMutants } from './mutants-containers.js';
import { removalMutants } from './mutants-removal.js';
import { restartMutants } from './mutants-restart.js';
import { serviceMutants } from './mutants-services.js';

/** Bugs that released runtimes had, as lies. */
export const mutants: readonly BulkLie[] = [
  ...restartMutants,
  ...containerMutants,
  ...removalMutants,
  ...serviceMutants,
].toSorted((one, other) => (one.id < other.id ? -1 : 1));

export const bulkLies: readonly BulkLie[] = [...atOnceLies, ...incumbentLies, ...mutants];

/** Lies that nobody finds alone on the wire of the reference runtime, and why that is right. */
export const notFound: Readonly<Record<string, string>> = {
  M22: 'the process of the removed container goes on, which only the node shows: specs/runtimes/node-lies.spec.ts',
  M23: 'the processes of the stopped pod go on, which only the node shows: specs/runtimes/node-lies.spec.ts',
  M26: 'what goes on after the time-out is shown by the node only: specs/runtimes/node-lies.spec.ts, and here at-once.19',
  M27: 'the limits of the cgroup stay as they were, which only the node shows: specs/runtimes/node-lies.spec.ts',
  'at-once.13': 'the driver that is used is seen where the cgroups are: specs/runtimes/node-lies.spec.ts',
  'at-once.18': 'as M27',
  'critest.attach-is-exec':
    'nobody connects to a stream yet: the address is right, and the program behind it is not',
  'critest.checkpoint-unimplemented':
    'legal: a kubelet answers whoever asks it for a checkpoint that there is none',
  'critest.config-unimplemented': 'legal: a runtime with a network of its own needs no range of addresses',
  'critest.image-info': 'legal: what is in the verbose information, if anything, is up to the runtime',
  'critest.pod-info': 'as critest.image-info',
  'critest.status-info': 'as critest.image-info',
  'critest.stats-io': 'legal: the kernel may have no pressure information, and there is nothing else in it',
  'critest.stats-swap': 'legal: swap is optional in statistics',
};
