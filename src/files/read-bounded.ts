// SPDX-License-Identifier: Apache-2.0
import { Buffer } from 'node:buffer';
import { closeSync, constants, fstatSync, openSync, readSync, statSync, type Stats } from 'node:fs';
import { ifThere } from './file-errors.js';
import { pinNamed, type PinnedEntry } from './held-directory.js';
import { NotOurs } from './steps-below.js';

export type NodeFileKind =
  'directory' | 'file' | 'link' | 'socket' | 'FIFO' | 'character device' | 'block device';

export function kindOf(found: Stats): NodeFileKind {
  if (found.isDirectory()) return 'directory';
  if (found.isFile()) return 'file';
  if (found.isSymbolicLink()) return 'link';
  if (found.isSocket()) return 'socket';
  if (found.isFIFO()) return 'FIFO';
  return found.isCharacterDevice() ? 'character device' : 'block device';
}

export interface Part {
  readonly maxBytes: number;
  /** Offset from the start; negative: from the end. */
  readonly fromByte?: number;
}

/** Reads part of a file that the user named. Never blocks, and reads only regular files. */
export function readBounded(path: string, part: Part): Buffer {
  const handle = openNamed(path);
  try {
    return readPart(handle, part);
  } finally {
    closeSync(handle);
  }
}

/** Size of a regular file that the user named; undefined if there is none. */
export function sizeOfFile(path: string): number | undefined {
  const found = ifThere(() => statSync(path));
  return found?.isFile() === true ? found.size : undefined;
}

/** Opens a file that the user named; the caller closes it. */
export function openNamed(path: string): number {
  return pinNamed(path, (pinned) => openRegularFile(pinned, path));
}

/** Opens for reading; `name` is for the error. */
export function openRegularFile({ path, stats }: PinnedEntry, name: string): number {
  if (!stats.isFile()) throw new NotOurs(`${name} is a ${kindOf(stats)}, not a regular file`);
  return openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
}

/** Reads what is there now, up to the limit. */
export function readPart(handle: number, { maxBytes, fromByte = 0 }: Part): Buffer {
  const chunks: Buffer[] = [];
  let at = fromByte < 0 ? Math.max(0, fstatSync(handle).size + fromByte) : fromByte;
  for (let left = maxBytes; left > 0;) {
    const chunk = Buffer.allocUnsafe(Math.min(left, chunkBytes));
    const length = readSync(handle, chunk, 0, chunk.length, at);
    if (length === 0) break;
    chunks.push(chunk.subarray(0, length));
    at += length;
    left -= length;
  }
  return Buffer.concat(chunks);
}

const chunkBytes = 64 * 1024;
