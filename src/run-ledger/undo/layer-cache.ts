// SPDX-License-Identifier: Apache-2.0
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { isOwnDirectory } from '../own-directory.js';
import { removeEmptyDirectory } from './files.js';
import { livingProcesses } from './inhabitants.js';
import { nothingToUndo, removed, type UndoReport } from './undo-report.js';

/** A cache that all CRI-Os of a machine share, made by one of ours: the last of them takes it away, if nobody else came to use it. */
export function removeLayerCache(path: string, inUse: () => boolean = anyPrivateCrio): UndoReport {
  if (!isOwnDirectory(path) || inUse()) return nothingToUndo;
  if (readdirSync(path).some((name) => !/^(blob-info-cache-.*|\.made-by-criprobe)$/.test(name)))
    return nothingToUndo;
  rmSync(path, { recursive: true, force: true });
  removeEmptyDirectory(dirname(path));
  return removed(`cache ${path}`);
}

function anyPrivateCrio(): boolean {
  return livingProcesses().some(isPrivateCrio);
}

function isPrivateCrio(pid: number): boolean {
  try {
    const [program = '', ...args] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    return basename(program) === 'crio' && args.some((arg) => isOwnDirectory(dirname(arg)));
  } catch {
    return false;
  }
}
