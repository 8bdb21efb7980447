// SPDX-License-Identifier: Apache-2.0
import { lstatSync } from 'node:fs';
import { z } from 'zod';
import { ourselves } from '#files/trusted.js';
import { mountPointsBelow, unmountBelow } from '#host/mounts.js';
import type { CleanupKind } from '../cleanup-kind.js';
import type { DirectoryStep } from '../cleanup-step.js';
import { deleteOwnDirectory, draftsOf, isOwnDirectory, marker } from '../own-directory.js';
import { plainPath } from '../step-schemas.js';
import { endProcessesIn } from './end-processes-in.js';
import { removeEmptyDirectory } from './files.js';
import { nothingToUndo, remains, removed, type UndoReport } from './undo-report.js';

export const directoryKind: CleanupKind<DirectoryStep> = {
  kind: 'directory',
  schema: () => z.object({ kind: z.literal('directory'), path: plainPath }),
  undo: [
    {
      phase: 'processes',
      undo: ({ path }, { programs }) =>
        isOwnDirectory(path) ? endProcessesIn(path, programs) : nothingToUndo,
    },
    { phase: 'mounts', undo: ({ path }) => (isOwnDirectory(path) ? unmount(path) : nothingToUndo) },
    { phase: 'directories', undo: ({ path }) => removeOwnDirectory(path) },
  ],
  outlivesReboot: () => true,
};

async function unmount(directory: string): Promise<UndoReport> {
  const before = mountPointsBelow(directory).length;
  if (before === 0) return nothingToUndo;
  await unmountBelow(directory);
  const after = mountPointsBelow(directory);
  return after.length === 0
    ? removed(`${before} mounts below ${directory}`)
    : remains(`mounts: ${after.join(', ')}`);
}

export function removeOwnDirectory(path: string): UndoReport {
  for (const draft of draftsOf(path)) {
    if (isOwnDirectory(draft)) deleteOwnDirectory(draft);
    // We were killed before it had its marker.
    else removeEmptyDirectory(draft);
  }
  if (!isOwnDirectory(path)) return removeUnmarked(path);
  const mounts = mountPointsBelow(path);
  if (mounts.length > 0) return remains(`directory ${path}: ${mounts.join(', ')} still mounted`);
  try {
    deleteOwnDirectory(path);
    return removed(`directory ${path}`);
  } catch (error) {
    return remains(`directory ${path}: ${String(error)}`);
  }
}

/** An empty one of ours is no loss. The content of any other may be somebody else's. */
function removeUnmarked(path: string): UndoReport {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) return nothingToUndo;
  const report = ourselves().has(found.uid) ? removeEmptyDirectory(path) : nothingToUndo;
  if (report.removed.length > 0) return report;
  return remains(
    `directory ${path}: its marker (${marker}) is missing, so criprobe does not delete it; check its content, then rm -r ${path}`,
  );
}
