// SPDX-License-Identifier: Apache-2.0
import { cniResults, type SharedFolder } from '#run-ledger/places.js';
import { notThereBefore, sharedDirectories } from '#run-ledger/shared-places.js';
import type { CleanupStep } from '#run-ledger/cleanup-step.js';
import { cleanupStepsOfNetwork } from '../private/pod-network.js';
import { containerdPaths } from './config.js';

/** Where containerd and libcni keep things whatever their configuration says; the deeper one first. */
const shared = sharedDirectories([
  '/run/containerd/s',
  '/run/containerd',
  cniResults,
  '/var/lib/cni',
] satisfies SharedFolder[]);
/** containerd's cgroup for sandboxes that name no parent. */
const defaultCgroup = '/k8s.io';

/** All that a private containerd in this directory will leave on the machine, known before it starts. */
export function cleanupStepsOfContainerd(directory: string, bridge: string): CleanupStep[] {
  const { state, socket, log } = containerdPaths(directory);
  return [
    { kind: 'directory', path: directory },
    { kind: 'shim-sockets', state, forgotten: { socket, log } },
    ...cleanupStepsOfNetwork(bridge),
    { kind: 'shared-cgroup', path: defaultCgroup },
    { kind: 'files', folder: cniResults, mentioning: `${directory}/` },
    ...notThereBefore(shared),
  ];
}
