// SPDX-License-Identifier: Apache-2.0
import { closeSync, existsSync, openSync, readSync } from 'node:fs';

const pieceBytes = 1 << 20;
const idLength = 64;

/**
 * Ids of containers and sandboxes in a runtime's log, read in pieces: a log may be longer than a string can
 * be.
 */
export function idsInLog(log: string): Set<string> {
  const ids = new Set<string>();
  if (!existsSync(log)) return ids;
  const file = openSync(log, 'r');
  const piece = Buffer.alloc(pieceBytes);
  try {
    for (let at = 0; ; at += pieceBytes - idLength) {
      const bytes = readSync(file, piece, 0, pieceBytes, at);
      for (const [id] of piece.toString('latin1', 0, bytes).matchAll(/[0-9a-f]{64}/g)) ids.add(id);
      if (bytes < pieceBytes) return ids;
    }
  } finally {
    closeSync(file);
  }
}
