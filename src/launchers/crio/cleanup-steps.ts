// SPDX-License-Identifier: Apache-2.0
import { existsSync } from 'node:fs';
import { cniResults, layerCache, type SharedFolder } from '#run-ledger/places.js';
import { notThereBefore, sharedDirectories } from '#run-ledger/shared-places.js';
import type { CleanupStep } from '#run-ledger/cleanup-step.js';
import { cleanupStepsOfNetwork } from '../private/pod-network.js';
import { isOwnDirectory } from '#run-ledger/own-directory.js';

/** Where libcni and crun keep things likewise; the deeper one first. */
const shared = sharedDirectories([cniResults, '/var/lib/cni', '/run/crun'] satisfies SharedFolder[]);

/** All that a private CRI-O in this directory will leave on the machine, known before it starts. */
export function cleanupStepsOfCrio(directory: string, bridge: string): CleanupStep[] {
  return [
    { kind: 'directory', path: directory },
    { kind: 'crio-cgroups', directory },
    ...cleanupStepsOfNetwork(bridge),
    // For sandboxes that name no parent.
    { kind: 'shared-cgroup', path: '/crio' },
    { kind: 'files', folder: cniResults, mentioning: `${directory}/` },
    ...(isLayerCacheOurs() ? [{ kind: 'layer-cache' as const, path: layerCache }] : []),
    ...notThereBefore(shared),
  ];
}

/** Not there yet, or made by another CRI-O of ours. */
export function isLayerCacheOurs(): boolean {
  return !existsSync(layerCache) || isOwnDirectory(layerCache);
}
