// SPDX-License-Identifier: Apache-2.0
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';

/** A line of ours is at most an answer of 16 MiB, decoded and in base64. */
const maxLineBytes = 64 << 20;
const newline = 10;

/** The lines of a regular file, one at a time. What is something else may never end, and is not waited for. */
export async function* linesOf(path: string): AsyncGenerator<string> {
  // A FIFO without a writer would hold up an open that blocks, and the process with it.
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const stats = await file.stat();
    if (stats.isDirectory()) throw new Error('EISDIR: it is a directory');
    if (!stats.isFile()) throw new Error('it is not a regular file');
    let number = 1;
    let parts: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of file.createReadStream({ autoClose: false }) as AsyncIterable<Buffer>) {
      let from = 0;
      for (let to = chunk.indexOf(newline); to >= 0; to = chunk.indexOf(newline, from)) {
        yield Buffer.concat([...parts, chunk.subarray(from, to)]).toString();
        [parts, bytes, from] = [[], 0, to + 1];
        number++;
      }
      parts.push(chunk.subarray(from));
      bytes += chunk.length - from;
      if (bytes > maxLineBytes) throw new Error(`line ${number} is longer than ${maxLineBytes} bytes`);
    }
    if (bytes > 0) yield Buffer.concat(parts).toString();
  } finally {
    await file.close();
  }
}
