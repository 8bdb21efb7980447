// SPDX-License-Identifier: Apache-2.0
import { existsSync, readdirSync, readFileSync, rmdirSync } from 'node:fs';
import { basename, join, normalize } from 'node:path';
import { mountsOf, type Mount } from '#host/mounts.js';
import { becomesTrue } from './poll.js';
import { stopUnits } from './systemd-units.js';
import { nothingToUndo, remains, removed, type UndoReport } from './undo-report.js';

/** Where cgroups are mounted: one hierarchy (v2), or one per controller (v1), or both. */
export function cgroupHierarchies(mounts: readonly Mount[] = mountsOf('self')): string[] {
  const ofCgroups = mounts.filter(({ type }) => type === 'cgroup' || type === 'cgroup2');
  return [...new Set(ofCgroups.map(({ point }) => point))];
}

/** Removes a cgroup and those below it in every hierarchy. The kernel refuses where a process lives. */
export async function removeCgroup(path: string, withinMs = 2_000): Promise<UndoReport> {
  if (!isCgroupPath(path)) return remains(`cgroup ${path}: not a path we make`);
  const directories = (): string[] => directoriesOf(path);
  if (directories().length === 0) return nothingToUndo;
  const gone = await becomesTrue(() => {
    directories().forEach(removeCgroupTree);
    return directories().length === 0;
  }, withinMs);
  return gone ? removed(`cgroup ${path}`) : remains(`cgroup ${path} is in use`);
}

/** The kernel refuses while anything is in it, and that is fine. A slice goes with the empty slices below it. */
export async function removeSharedCgroup(path: string): Promise<UndoReport> {
  if (!isCgroupPath(path)) return remains(`cgroup ${path}: not a path we make`);
  const isSlice = path.endsWith('.slice');
  const before = directoriesOf(path);
  if (isSlice && before.length > 0 && before.every(isDeserted)) await stopUnits([basename(path)]);
  const left = directoriesOf(path).filter((directory) => !isSlice || isDeserted(directory));
  left.forEach(isSlice ? removeCgroupTree : removeEmpty);
  return directoriesOf(path).length < before.length ? removed(`cgroup ${path}`) : nothingToUndo;
}

/** Nobody lives in it, and nothing is below it but slices of classes, which are empty as well. */
export function isDeserted(directory: string): boolean {
  const below = subdirectories(directory);
  const isOfPod = (path: string): boolean => !path.endsWith('.slice') || path.includes('-pod');
  return textOf(join(directory, 'cgroup.procs')) === '' && !below.some(isOfPod) && below.every(isDeserted);
}

function isCgroupPath(path: string): boolean {
  return normalize(path) === path && path !== '/' && path.startsWith('/');
}

function directoriesOf(path: string): string[] {
  return cgroupHierarchies()
    .map((root) => join(root, path))
    .filter((directory) => existsSync(directory));
}

function removeEmpty(directory: string): boolean {
  try {
    rmdirSync(directory);
    return true;
  } catch {
    // In use, or gone in the meantime.
    return false;
  }
}

/** As far as nothing lives in it. */
export function removeCgroupTree(directory: string): void {
  for (const below of subdirectories(directory)) removeCgroupTree(below);
  removeEmpty(directory);
}

export function subdirectories(directory: string): string[] {
  try {
    const entries = readdirSync(directory, { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory()).map((entry) => join(directory, entry.name));
  } catch {
    return [];
  }
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
