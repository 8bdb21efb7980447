// SPDX-License-Identifier: Apache-2.0
import { basename, normalize } from 'node:path';
import { z } from 'zod';
import { becomesTrue } from '#base/poll.js';
import { cgroupDirectories, isDeserted, removeCgroupTree, removeEmptyCgroup } from '#host/cgroups.js';
import { stopUnits } from '#host/systemd-units.js';
import type { CleanupKind } from '../cleanup-kind.js';
import type { CgroupStep, SharedCgroupStep } from '../cleanup-step.js';
import { isNeeded } from '../shared-places.js';
import { nothingToUndo, remains, removed, type UndoReport } from './undo-report.js';

/** Cgroups of pods whose processes we find by cgroup; named after the run's namespace. */
export const cgroupKind: CleanupKind<CgroupStep> = {
  kind: 'cgroup',
  schema: () => z.object({ kind: z.literal('cgroup'), path: z.string().regex(/^\/criprobe-[0-9a-f]{6}$/) }),
  undo: [{ phase: 'pod-cgroups', undo: ({ path }) => removeCgroup(path) }],
  outlivesReboot: () => false,
};

export const sharedCgroupKind: CleanupKind<SharedCgroupStep> = {
  kind: 'shared-cgroup',
  schema: ({ sharedCgroups }) => z.object({ kind: z.literal('shared-cgroup'), path: z.enum(sharedCgroups) }),
  undo: [
    {
      phase: 'shared-cgroups',
      undo: (step) => (isNeeded(step) ? nothingToUndo : removeSharedCgroup(step.path)),
    },
  ],
  outlivesReboot: () => false,
  isShared: true,
};

/** Removes a cgroup and its children in every hierarchy. The kernel refuses if a process is in it. */
export async function removeCgroup(path: string, withinMs = 2_000): Promise<UndoReport> {
  if (!isCgroupPath(path)) return remains(`cgroup ${path}: not a path that criprobe creates`);
  const directories = (): string[] => cgroupDirectories(path);
  if (directories().length === 0) return nothingToUndo;
  const gone = await becomesTrue(() => {
    directories().forEach(removeCgroupTree);
    return directories().length === 0;
  }, withinMs);
  return gone ? removed(`cgroup ${path}`) : remains(`cgroup ${path} is in use`);
}

/** The kernel refuses while it is not empty, which is fine. A slice goes with its empty child slices. */
export async function removeSharedCgroup(path: string): Promise<UndoReport> {
  if (!isCgroupPath(path)) return remains(`cgroup ${path}: not a path that criprobe creates`);
  const isSlice = path.endsWith('.slice');
  const before = cgroupDirectories(path);
  if (isSlice && before.length > 0 && before.every(isDeserted)) await stopUnits([basename(path)]);
  const left = cgroupDirectories(path).filter((directory) => !isSlice || isDeserted(directory));
  left.forEach(isSlice ? removeCgroupTree : removeEmptyCgroup);
  return cgroupDirectories(path).length < before.length ? removed(`cgroup ${path}`) : nothingToUndo;
}

function isCgroupPath(path: string): boolean {
  return normalize(path) === path && path !== '/' && path.startsWith('/');
}
