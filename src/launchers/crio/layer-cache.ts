// SPDX-License-Identifier: Apache-2.0
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { isOwnDirectory } from '#run-ledger/own-directory.js';
import { isNeeded } from '#run-ledger/shared-places.js';
import { removeEmptyDirectory } from '#run-ledger/undo/files.js';
import { nothingToUndo, removed, type UndoReport } from '#run-ledger/undo/undo-report.js';

/** Where CRI-O's libraries remember which layers a registry has, whatever the configuration says. */
export const layerCache = '/var/lib/containers/cache';

/** Not there yet, or made by another CRI-O of ours. */
export function isLayerCacheOurs(): boolean {
  return !existsSync(layerCache) || isOwnDirectory(layerCache);
}

/** A cache that all CRI-Os of a machine share, made by one of ours: the last of them takes it away, if nobody else came to use it. */
export function removeLayerCache(
  path: string,
  inUse: (path: string) => boolean = isNeededByOthers,
): UndoReport {
  if (!isOwnDirectory(path) || inUse(path)) return nothingToUndo;
  if (readdirSync(path).some((name) => !/^(blob-info-cache-.*|\.made-by-criprobe)$/.test(name)))
    return nothingToUndo;
  rmSync(path, { recursive: true, force: true });
  removeEmptyDirectory(dirname(path));
  return removed(`cache ${path}`);
}

function isNeededByOthers(path: string): boolean {
  return isNeeded({ kind: 'layer-cache', path });
}
