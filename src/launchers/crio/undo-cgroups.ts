// SPDX-License-Identifier: Apache-2.0
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { attemptOr } from '#base/attempt-or.js';
import { becomesTrue } from '#base/poll.js';
import { cgroupHierarchies, cgroupsBelow, removeCgroupTree } from '#host/cgroups.js';
import { nothingToUndo, remains, removed, type UndoReport } from '#run-ledger/undo/undo-report.js';
import { idsInLog } from '../private/ids-in-log.js';
import { crioPaths } from './config.js';

const named = /^crio-(?:conmon-)?([0-9a-f]{64})(?:\.scope)?$/;

/**
 * Removes cgroups of the containers of a CRI-O in that directory, and of their monitors. They are where the
 * pod wanted them, or below CRI-O's own, so it searches everywhere for the ids in the state and the log.
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

/** A container whose creation failed is only in the log. */
function idsOf(directory: string): ReadonlySet<string> {
  const known = ['overlay', 'vfs'].flatMap((driver) =>
    attemptOr([], () => readdirSync(join(crioPaths(directory).root, `${driver}-containers`))),
  );
  return new Set([...known, ...idsInLog(crioPaths(directory).log)]);
}

function allBelow(directory: string): string[] {
  return cgroupsBelow(directory).flatMap((path) => [path, ...allBelow(path)]);
}
