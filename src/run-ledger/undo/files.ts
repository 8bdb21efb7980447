// SPDX-License-Identifier: Apache-2.0
import { existsSync, readdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deleteOwnDirectory, isOwnDirectory } from '../own-directory.js';
import { isNeeded } from '../shared-places.js';
import type { Trace } from '../trace.js';
import { bridgesOfOthers } from './bridge.js';
import { mountPointsBelow } from './mounts.js';
import { nothingToUndo, remains, removed, type UndoReport } from './undo-report.js';

export function removeOwnDirectory(path: string): UndoReport {
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

/** Killed between making it and marking it: an empty directory is all that can be there. */
function removeUnmarked(path: string): UndoReport {
  const report = removeEmptyDirectory(path);
  return existsSync(path) ? remains(`directory ${path}: it does not carry our mark`) : report;
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

type Setting = Extract<Trace, { kind: 'setting' }>;

/** The last of the runtimes that need it otherwise does it, unless Docker or the like came meanwhile and may need it too. */
export function restoreSetting(
  setting: Setting,
  inUse: (setting: Setting) => boolean = isNeeded,
  bridges: () => readonly string[] = bridgesOfOthers,
): UndoReport {
  const { path, value, beside } = setting;
  if (!path.startsWith('/proc/sys/')) return remains(`setting ${path}: not a kernel setting`);
  if (attempt(() => readFileSync(path, 'utf8').trim(), value) === value || inUse(setting))
    return nothingToUndo;
  if (beside !== undefined && bridges().some((name) => !beside.includes(name))) return nothingToUndo;
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
