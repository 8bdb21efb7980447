// SPDX-License-Identifier: Apache-2.0
import { readdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isOwnDirectory } from '../own-directory.js';
import { isNeeded } from '../shared-places.js';
import type { Trace } from '../trace.js';
import { mountPointsBelow } from './mounts.js';
import { nothingToUndo, remains, removed, type UndoReport } from './undo-report.js';

export function removeOwnDirectory(path: string): UndoReport {
  // Killed between making it and marking it: an empty directory is all that can be there.
  if (!isOwnDirectory(path)) return removeEmptyDirectory(path);
  const mounts = mountPointsBelow(path);
  if (mounts.length > 0) return remains(`directory ${path}: ${mounts.join(', ')} still mounted`);
  try {
    rmSync(path, { recursive: true, force: true, maxRetries: 3, retryDelay: 100 });
    return removed(`directory ${path}`);
  } catch (error) {
    return remains(`directory ${path}: ${String(error)}`);
  }
}

export function removeFilesMentioning(folder: string, mentioning: string): UndoReport[] {
  return attempt(() => readdirSync(folder, { withFileTypes: true }), [])
    .filter((entry) => entry.isFile())
    .map((entry) => join(folder, entry.name))
    .filter((file) => attempt(() => readFileSync(file, 'utf8'), '').includes(mentioning))
    .map((file) => {
      rmSync(file, { force: true });
      return removed(`file ${file}`);
    });
}

/** Stays, without a word, when somebody else has put something into it. */
export function removeEmptyDirectory(path: string): UndoReport {
  return attempt(() => {
    rmdirSync(path);
    return removed(`directory ${path}`);
  }, nothingToUndo);
}

/** The last of the runtimes that need it otherwise does it. */
export function restoreSetting(
  setting: Extract<Trace, { kind: 'setting' }>,
  inUse: (setting: Extract<Trace, { kind: 'setting' }>) => boolean = isNeeded,
): UndoReport {
  const { path, value } = setting;
  if (!path.startsWith('/proc/sys/')) return remains(`setting ${path}: not a kernel setting`);
  if (attempt(() => readFileSync(path, 'utf8').trim(), value) === value || inUse(setting))
    return nothingToUndo;
  return attempt(
    () => {
      writeFileSync(path, value);
      return removed(`${path} set back to ${value}`);
    },
    remains(`${path} cannot be set back to ${value}`),
  );
}

function attempt<T>(action: () => T, otherwise: T): T {
  try {
    return action();
  } catch {
    return otherwise;
  }
}
