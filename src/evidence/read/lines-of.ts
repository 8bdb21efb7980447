// SPDX-License-Identifier: Apache-2.0
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';

/** Our longest line is an answer of 16 MiB, decoded and in base64. */
const maxLineBytes = 64 << 20;
/** Of a longer line only the beginning is kept: as text it briefly takes three to six times its size. */
const maxWholeBytes = 24 << 20;
const newline = 10;

export interface Line {
  readonly text: string;
  /** `text` is only its beginning. */
  readonly isCut: boolean;
}

/** The lines of a regular file, one at a time. Anything else may never end, so it is refused. */
export async function* recordingLines(path: string): AsyncGenerator<Line> {
  // A blocking open of a FIFO without a writer would block the whole process.
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const stats = await file.stat();
    if (stats.isDirectory()) throw new Error('EISDIR: it is a directory');
    if (!stats.isFile()) throw new Error('it is not a regular file');
    let number = 1;
    let line = new GrowingLine();
    for await (const chunk of file.createReadStream({ autoClose: false }) as AsyncIterable<Buffer>) {
      let from = 0;
      for (let to = chunk.indexOf(newline); to >= 0; to = chunk.indexOf(newline, from)) {
        line.add(chunk.subarray(from, to));
        yield line.end();
        [line, from] = [new GrowingLine(), to + 1];
        number++;
      }
      line.add(chunk.subarray(from));
      if (line.bytes > maxLineBytes) throw new Error(`line ${number} is longer than ${maxLineBytes} bytes`);
    }
    if (line.bytes > 0) yield line.end();
  } finally {
    await file.close();
  }
}

class GrowingLine {
  bytes = 0;
  #parts: Buffer[] = [];

  add(part: Buffer): void {
    this.bytes += part.length;
    if (this.bytes <= maxWholeBytes) this.#parts.push(part);
    else this.#parts.length = Math.min(1, this.#parts.length);
  }

  end(): Line {
    return { text: Buffer.concat(this.#parts).toString(), isCut: this.bytes > maxWholeBytes };
  }
}
