// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import type { CleanupKind, CleanupRules } from '#run-ledger/cleanup-kind.js';
import type { GenericStep } from '#run-ledger/cleanup-step.js';
import { isOwnDirectory } from '#run-ledger/own-directory.js';
import { cniDirectories, cniResults } from '#run-ledger/places.js';
import { notThereBefore, sharedDirectories } from '#run-ledger/shared-places.js';
import { plainPath } from '#run-ledger/step-schemas.js';
import { nothingToUndo } from '#run-ledger/undo/undo-report.js';
import { cleanupStepsOfNetwork } from '../private/pod-network.js';
import { isLayerCacheOurs, layerCache, removeLayerCache } from './layer-cache.js';
import { removeCrioCgroups } from './undo-cgroups.js';

/** Cgroups of the containers and monitors of a CRI-O in that directory. */
export interface CrioCgroupsStep {
  readonly kind: 'crio-cgroups';
  readonly directory: string;
}

/**
 * The layer cache that all CRI-Os of a machine share, created by one of ours: removed with the last of them.
 */
export interface LayerCacheStep {
  readonly kind: 'layer-cache';
  readonly path: string;
}

const crioCgroupsKind: CleanupKind<CrioCgroupsStep> = {
  kind: 'crio-cgroups',
  schema: () => z.object({ kind: z.literal('crio-cgroups'), directory: plainPath }),
  undo: [
    {
      phase: 'container-cgroups',
      undo: ({ directory }) => (isOwnDirectory(directory) ? removeCrioCgroups(directory) : nothingToUndo),
    },
  ],
  outlivesReboot: () => false,
};

const layerCacheKind: CleanupKind<LayerCacheStep> = {
  kind: 'layer-cache',
  schema: () => z.object({ kind: z.literal('layer-cache'), path: z.literal(layerCache) }),
  undo: [{ phase: 'caches', undo: ({ path }) => removeLayerCache(path) }],
  outlivesReboot: () => true,
  isShared: true,
};

/** Where libcni and crun keep files whatever the configuration says; the deeper one first. */
const shared = [...cniDirectories, '/run/crun'];
/** For sandboxes without a cgroup parent. */
const defaultCgroup = '/crio';

export const crioCleanup: CleanupRules = {
  kinds: [crioCgroupsKind, layerCacheKind],
  sharedCgroups: [defaultCgroup],
  sharedDirectories: shared,
  programs: [/^(crio|conmon|conmonrs|pinns|runc|crun)$/],
};

/** Everything that a private CRI-O in this directory will leave on the machine, known before it starts. */
export function cleanupStepsOfCrio(
  directory: string,
  bridge: string,
): (GenericStep | CrioCgroupsStep | LayerCacheStep)[] {
  return [
    { kind: 'directory', path: directory },
    { kind: 'crio-cgroups', directory },
    ...cleanupStepsOfNetwork(bridge),
    { kind: 'shared-cgroup', path: defaultCgroup },
    { kind: 'files', folder: cniResults, mentioning: `${directory}/` },
    ...(isLayerCacheOurs() ? [{ kind: 'layer-cache' as const, path: layerCache }] : []),
    ...notThereBefore(sharedDirectories(shared)),
  ];
}
