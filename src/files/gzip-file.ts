// SPDX-License-Identifier: Apache-2.0
import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { OwnTree } from './own-tree.js';
import { NotOurs } from './steps-below.js';

/** A file that seems longer is mostly holes. */
const maxBytes = 1 << 30;

/** Writes a compressed copy of a regular file. */
export async function gzipFile(tree: OwnTree, from: string, to: string): Promise<void> {
  const size = tree.look(from)?.size ?? 0;
  if (size > maxBytes) throw new NotOurs(`${from} is too long to be compressed`);
  const source = tree.openFile(from);
  if (source === undefined) throw new NotOurs(`${from} is not a regular file`);
  const content = createReadStream(from, { fd: source, end: maxBytes - 1 });
  try {
    await pipeline(content, createGzip(), createWriteStream(to, { fd: tree.newFile(to) }));
  } finally {
    content.destroy();
  }
}
