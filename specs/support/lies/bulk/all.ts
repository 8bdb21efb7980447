// SPDX-License-Identifier: Apache-2.0
import { atOnceLies } from './at-once.js';
import type { BulkLie } from './bulk-lie.js';
import { incumbentLies } from './incumbent-lies.js';
import { containerMutants } from './mutants-containers.js';
import { removalMutants } from './mutants-removal.js';
import { restartMutants } from './mutants-restart.js';
import { serviceMutants } from './mutants-services.js';

/** runtime-bugs.md §5.3: bugs that released runtimes had, as lies. */
export const mutants: readonly BulkLie[] = [
  ...restartMutants,
  ...containerMutants,
  ...removalMutants,
  ...serviceMutants,
].toSorted((one, other) => (one.id < other.id ? -1 : 1));

export const bulkLies: readonly BulkLie[] = [...atOnceLies, ...incumbentLies, ...mutants];

/**
 * Nothing on the wire of the reference runtime gives them away, as it has no processes and no kernel: they have to be
 * told in front of a real runtime, with the node as the witness.
 */
export const needsNode: Readonly<Record<string, string>> = {
  M22: 'the process of the removed container goes on; only the node shows that',
  M23: 'the processes and the network namespace of the stopped sandbox stay; only the node shows that',
  M27: 'the limits of the cgroup stay as they were; the reference runtime has no cgroup',
  'at-once.18': 'the limits of the cgroup stay as they were; the reference runtime has no cgroup',
  'critest.drop-cpu': 'the limits of the cgroup are not set; the reference runtime has no cgroup',
  'critest.drop-devices': 'the reference runtime has no devices',
};
