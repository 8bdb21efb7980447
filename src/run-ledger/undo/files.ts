// SPDX-License-Identifier: Apache-2.0
import { readdirSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { attemptOr } from '#base/attempt-or.js';
import { textOfFile } from '#files/text-of-file.js';
import type { CleanupKind } from '../cleanup-kind.js';
import type { EmptyDirectoryStep, FilesStep } from '../cleanup-step.js';
import { isOwnDirectory } from '../own-directory.js';
import { cniResults } from '../places.js';
import { isNeeded } from '../shared-places.js';
import { workDirectory } from '../state-directory.js';
import { isPlainPath } from '../step-schemas.js';
import { joinReports, nothingToUndo, removed, type UndoReport } from './undo-report.js';

export const filesKind: CleanupKind<FilesStep> = {
  kind: 'files',
  schema: ({ state }) =>
    z.object({
      kind: z.literal('files'),
      folder: z.literal(cniResults),
      mentioning: z.string().refine((text) => text.endsWith('/') && isOfARun(text.slice(0, -1), state)),
    }),
  undo: [
    {
      phase: 'shared-files',
      undo: ({ folder, mentioning }) => joinReports(removeFilesMentioning(folder, mentioning)),
    },
  ],
  outlivesReboot: () => true,
};

/** The directory of a run, or one in it; it may already be gone. */
function isOfARun(directory: string, state: string): boolean {
  if (!isPlainPath(directory)) return false;
  return directory.startsWith(`${workDirectory(state)}/`) || isOwnDirectory(directory);
}

function removeFilesMentioning(folder: string, mentioning: string): UndoReport[] {
  return attemptOr([], () => readdirSync(folder, { withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(folder, entry.name))
    .filter((file) => textOfFile(file).includes(mentioning))
    .map((file) => {
      rmSync(file, { force: true });
      return removed(`file ${file}`);
    });
}

export const emptyDirectoryKind: CleanupKind<EmptyDirectoryStep> = {
  kind: 'empty-directory',
  schema: ({ sharedDirectories }) =>
    z.object({ kind: z.literal('empty-directory'), path: z.enum(sharedDirectories) }),
  undo: [
    {
      phase: 'shared-directories',
      undo: (step) => (isNeeded(step) ? nothingToUndo : removeEmptyDirectory(step.path)),
    },
  ],
  outlivesReboot: ({ path }) => !path.startsWith('/run/'),
  isShared: true,
};

/** Stays, unreported, if somebody else has put something into it. */
export function removeEmptyDirectory(path: string): UndoReport {
  return attemptOr(nothingToUndo, () => {
    rmdirSync(path);
    return removed(`directory ${path}`);
  });
}
