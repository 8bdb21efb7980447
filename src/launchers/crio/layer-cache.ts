// SPDX-License-Identifier: Apache-2.0
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { isOwnDirectory } from '#run-ledger/own-directory.js';
import { isNeeded } from '#run-ledger/shared-places.js';
import { removeEmptyDirectory } from '#run-ledger/undo/files.js';
import { nothingToUndo, removed, type UndoReport } from '#run-ledger/undo/undo-report.js';

/** Where CRI-O's libraries cache the layers of registries, whatever the configuration says. */
export const layerCache = '/var/lib/containers/cache';

/** It does not exist yet, or one of our CRI-Os created it. */
export function isLayerCacheOurs(): boolean {
  return !existsSync(layerCache) || isOwnDirectory(layerCache);
}

/**
 * Removes the layer cache that one of our CRI-Os created: with the last of them, unless somebody else uses
 * it.
 */
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
