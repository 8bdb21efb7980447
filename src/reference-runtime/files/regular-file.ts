// SPDX-License-Identifier: Apache-2.0
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { errno, FileError } from './file-error.js';

const pieceBytes = 64 * 1024;

/** Never waits: opening a pipe would stop every other call until somebody opens its other end. */
export function openRegular(path: string, flags: number, mode?: number): number {
  const fd = openSync(path, flags | constants.O_NONBLOCK, mode);
  if (fstatSync(fd).isFile()) return fd;
  closeSync(fd);
  throw new FileError(`${path}: not a regular file`, errno.EINVAL);
}

/** Up to its end, whatever size it claims to have: files of the kernel claim none. */
export function readRegular(path: string, maxBytes: number): Buffer {
  const fd = openRegular(path, constants.O_RDONLY);
  try {
    const pieces: Buffer[] = [];
    for (let total = 0; ;) {
      const piece = Buffer.alloc(pieceBytes);
      const count = readSync(fd, piece);
      if (count === 0) return Buffer.concat(pieces);
      total += count;
      if (total > maxBytes) throw new FileError(path, errno.EFBIG);
      pieces.push(piece.subarray(0, count));
    }
  } finally {
    closeSync(fd);
  }
}
