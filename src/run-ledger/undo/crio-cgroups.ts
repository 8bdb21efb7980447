// SPDX-License-Identifier: Apache-2.0
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { cgroupHierarchies, removeCgroupTree, subdirectories } from './cgroups.js';
import { idsIn } from './forgotten-sockets.js';
import { becomesTrue } from './poll.js';
import { nothingToUndo, remains, removed, type UndoReport } from './undo-report.js';

const named = /^crio-(?:conmon-)?([0-9a-f]{64})(?:\.scope)?$/;

/**
 * Cgroups of the containers of a CRI-O in that directory, and of their monitors. They are where the pod wanted them, and
 * without a wish below CRI-O's own, so they are looked for everywhere, by the ids that its state and its log name.
 */
export async function removeCrioCgroups(directory: string, withinMs = 2_000): Promise<UndoReport> {
  const ids = idsOf(directory);
  const found = (): string[] =>
    cgroupHierarchies()
      .flatMap(allBelow)
      .filter((path) => ids.has(named.exec(basename(path))?.[1] ?? ''));
  const first = found();
  if (first.length === 0) return nothingToUndo;
  const gone = await becomesTrue(() => {
    const left = found();
    left.forEach(removeCgroupTree);
    return left.length === 0;
  }, withinMs);
  return gone ? removed(`${first.length} cgroups of CRI-O`) : remains(`cgroups: ${found().join(', ')}`);
}

/** A container that could not be made is in the log only. */
function idsOf(directory: string): ReadonlySet<string> {
  const known = ['overlay', 'vfs'].flatMap((driver) =>
    attempt(() => readdirSync(join(directory, 'root', `${driver}-containers`)), []),
  );
  return new Set([...known, ...idsIn(join(directory, 'crio.log'))]);
}

function allBelow(directory: string): string[] {
  return subdirectories(directory).flatMap((path) => [path, ...allBelow(path)]);
}

function attempt<T>(action: () => T, otherwise: T): T {
  try {
    return action();
  } catch {
    return otherwise;
  }
}
