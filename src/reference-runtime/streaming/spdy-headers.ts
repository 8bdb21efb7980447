// SPDX-License-Identifier: Apache-2.0
import { constants, createDeflate, createInflate, type Deflate, type Inflate } from 'node:zlib';
import { spdyDictionary } from './spdy-dictionary.js';

/** Real header blocks are far smaller. */
const maxHeaderBytes = 64 * 1024;

/** The headers of one direction: one compressed stream over all frames. */
export class HeaderReader {
  readonly #inflate: Inflate = createInflate({ dictionary: spdyDictionary });

  async read(block: Buffer): Promise<ReadonlyMap<string, string>> {
    return parsePairs(await through(this.#inflate, block));
  }

  close(): void {
    this.#inflate.close();
  }
}

export class HeaderWriter {
  readonly #deflate: Deflate = createDeflate({ dictionary: spdyDictionary, flush: constants.Z_SYNC_FLUSH });

  write(headers: ReadonlyMap<string, string>): Promise<Buffer> {
    return through(this.#deflate, formatPairs(headers));
  }

  close(): void {
    this.#deflate.close();
  }
}

function through(codec: Inflate | Deflate, bytes: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytesOut = 0;
    const take = (chunk: Buffer): void => {
      chunks.push(chunk);
      bytesOut += chunk.length;
      if (bytesOut > maxHeaderBytes) codec.destroy(new Error('the headers are too long'));
    };
    codec.once('error', reject);
    codec.on('data', take);
    codec.write(bytes, () => {
      setImmediate(() => {
        codec.off('data', take).off('error', reject);
        resolve(Buffer.concat(chunks));
      });
    });
  });
}

function parsePairs(bytes: Buffer): ReadonlyMap<string, string> {
  const pairs = new Map<string, string>();
  let at = 4;
  const text = (): string => {
    const length = bytes.readUInt32BE(at);
    at += 4 + length;
    return bytes.toString('utf8', at - length, at);
  };
  for (let left = bytes.readUInt32BE(0); left > 0; left--) {
    const name = text().toLowerCase();
    pairs.set(name, text());
  }
  return pairs;
}

function formatPairs(headers: ReadonlyMap<string, string>): Buffer {
  const number = (n: number): Buffer => {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(n);
    return bytes;
  };
  const texts = [...headers].flat().map((text) => Buffer.from(text));
  return Buffer.concat([number(headers.size), ...texts.flatMap((text) => [number(text.length), text])]);
}
