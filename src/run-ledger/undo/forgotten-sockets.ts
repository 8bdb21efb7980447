// SPDX-License-Identifier: Apache-2.0
import { createHash } from 'node:crypto';
import { closeSync, existsSync, openSync, readSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { removed, type UndoReport } from './undo-report.js';

/**
 * containerd takes away the bundle of a shim that died, but not always its socket. What is left of the name then is
 * the id in the log: the socket is called after the daemon's own socket, the namespace and the id.
 */
export function removeForgottenSockets(of: { readonly socket: string; readonly log: string }): UndoReport[] {
  return [...idsIn(of.log)]
    .map((id) =>
      createHash('sha256')
        .update(join(of.socket, 'k8s.io', id))
        .digest('hex'),
    )
    .map((name) => `/run/containerd/s/${name}`)
    .filter((path) => existsSync(path))
    .map((path) => {
      rmSync(path, { force: true });
      return removed(`socket ${path}`);
    });
}

const pieceBytes = 1 << 20;
const idLength = 64;

/** Piece by piece: a log may be longer than a string can be. */
export function idsIn(log: string): Set<string> {
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
