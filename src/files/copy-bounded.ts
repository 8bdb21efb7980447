// SPDX-License-Identifier: Apache-2.0
import type { Buffer } from 'node:buffer';
import { createReadStream, createWriteStream, openSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { openNamed, sizeOfFile } from './read-bounded.js';
import { passingName } from './remove-tree.js';

/** A regular file that the user named, from an offset to its current end. */
export function streamFrom(path: string, fromByte: number): Readable {
  const handle = openNamed(path);
  const start = Math.min(fromByte, sizeOfFile(path) ?? 0);
  return createReadStream(path, { fd: handle, start });
}

export interface CopyOptions {
  readonly into: string;
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

/**
 * Writes a new file with mode 0600 that replaces an existing one. Returns whether everything was copied; on
 * failure, keeps what was.
 */
export async function copyInto(source: Readable, { into, maxBytes, signal }: CopyOptions): Promise<boolean> {
  const temporary = `${into}${passingName()}`;
  let bytes = 0;
  const upToLimit = async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      const left = maxBytes - bytes;
      bytes += chunk.length;
      if (left > 0) yield chunk.subarray(0, left);
      if (bytes > maxBytes) return;
    }
  };
  // Opened lazily by a stream, it might be created after its removal.
  const fd = openSync(temporary, 'wx', 0o600);
  try {
    await pipeline(source, upToLimit, createWriteStream(temporary, { fd }), { signal });
  } catch (error) {
    await (bytes > 0 ? rename(temporary, into) : rm(temporary, { force: true }));
    throw error;
  }
  await rename(temporary, into);
  return bytes <= maxBytes;
}
