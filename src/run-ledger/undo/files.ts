// SPDX-License-Identifier: Apache-2.0
import { lstatSync, readdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, normalize } from 'node:path';
import { ourselves } from '#files/trusted.js';
import { deleteOwnDirectory, draftsOf, isOwnDirectory, marker } from '../own-directory.js';
import { isNeeded } from '../shared-places.js';
import type { CleanupStep } from '../cleanup-step.js';
import { bridgesOfOthers } from './bridge.js';
import { mountPointsBelow } from '#host/mounts.js';
import { nothingToUndo, remains, removed, type UndoReport } from './undo-report.js';

export function removeOwnDirectory(path: string): UndoReport {
  for (const draft of draftsOf(path)) {
    if (isOwnDirectory(draft)) deleteOwnDirectory(draft);
    // We were killed before it had its mark.
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

/** An empty one of ours is no loss. What is in another may be anybody's. */
function removeUnmarked(path: string): UndoReport {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) return nothingToUndo;
  const report = ourselves().has(found.uid) ? removeEmptyDirectory(path) : nothingToUndo;
  if (report.removed.length > 0) return report;
  return remains(
    `directory ${path}: its mark (${marker}) is gone, so criprobe does not delete it; see what is in it, then rm -r ${path}`,
  );
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

type Setting = Extract<CleanupStep, { kind: 'setting' }>;

/** The last of the runtimes that need it otherwise does it, unless Docker or the like came meanwhile and may need it too. */
export function restoreSetting(
  setting: Setting,
  inUse: (setting: Setting) => boolean = isNeeded,
  bridges: () => readonly string[] = bridgesOfOthers,
): UndoReport {
  const { path, value, beside } = setting;
  if (normalize(path) !== path || !path.startsWith('/proc/sys/'))
    return remains(`setting ${path}: not a kernel setting`);
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
