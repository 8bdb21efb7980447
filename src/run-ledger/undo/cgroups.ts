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
  const directories = () =>
    cgroupHierarchies()
      .map((root) => join(root, path))
      .filter((directory) => existsSync(directory));
  if (normalize(path) !== path || path === '/' || !path.startsWith('/'))
    return remains(`cgroup ${path}: not a path we make`);
  if (directories().length === 0) return nothingToUndo;
  const gone = await becomesTrue(() => {
    directories().forEach(removeTree);
    return directories().length === 0;
  }, withinMs);
  return gone ? removed(`cgroup ${path}`) : remains(`cgroup ${path} is in use`);
}

function removeTree(directory: string): void {
  try {
    for (const entry of readdirSync(directory, { withFileTypes: true })) {
      if (entry.isDirectory()) removeTree(join(directory, entry.name));
    }
    rmdirSync(directory);
  } catch {
    // In use, or gone in the meantime: the caller looks again.
  }
}
