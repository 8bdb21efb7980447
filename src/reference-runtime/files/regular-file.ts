// SPDX-License-Identifier: Apache-2.0
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { errno, FileError } from './file-error.js';

const pieceBytes = 64 * 1024;

/** Never blocks: opening a FIFO would stop every other call until its other end opens. */
export function openRegular(path: string, flags: number, mode?: number): number {
  const fd = openSync(path, flags | constants.O_NONBLOCK, mode);
  if (fstatSync(fd).isFile()) return fd;
  closeSync(fd);
  throw new FileError(`${path}: not a regular file`, errno.EINVAL);
}

/** Reads to the end, whatever the file's size: kernel files report none. */
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
