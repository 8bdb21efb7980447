// SPDX-License-Identifier: Apache-2.0
import { existsSync, readdirSync, rmdirSync } from 'node:fs';
import { join, normalize } from 'node:path';
import { mountsOf } from './mounts.js';
import { becomesTrue } from './poll.js';
import { nothingToUndo, remains, removed, type UndoReport } from './undo-report.js';

/** Where cgroups are mounted: one hierarchy (v2), or one per controller (v1), or both. */
export function cgroupHierarchies(): string[] {
  return mountsOf('self')
    .filter((mount) => mount.type === 'cgroup' || mount.type === 'cgroup2')
    .map((mount) => mount.point);
}

/** Removes a cgroup and those below it in every hierarchy. The kernel refuses where a process lives. */
export async function removeCgroup(path: string, withinMs = 2_000): Promise<UndoReport> {
  if (!isCgroupPath(path)) return remains(`cgroup ${path}: not a path we make`);
  const directories = (): string[] => directoriesOf(path);
  if (directories().length === 0) return nothingToUndo;
  const gone = await becomesTrue(() => {
    directories().forEach(removeTree);
    return directories().length === 0;
  }, withinMs);
  return gone ? removed(`cgroup ${path}`) : remains(`cgroup ${path} is in use`);
}

/** The kernel refuses while anything is in it, and that is fine. */
export function removeSharedCgroup(path: string): UndoReport {
  if (!isCgroupPath(path)) return remains(`cgroup ${path}: not a path we make`);
  const gone = directoriesOf(path).filter(removeEmpty);
  return gone.length === 0 ? nothingToUndo : removed(`cgroup ${path}`);
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

function removeTree(directory: string): void {
  for (const below of subdirectories(directory)) removeTree(below);
  removeEmpty(directory);
}

function subdirectories(directory: string): string[] {
  try {
    const entries = readdirSync(directory, { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory()).map((entry) => join(directory, entry.name));
  } catch {
    return [];
  }
}
