// SPDX-License-Identifier: Apache-2.0
import { crc32 } from 'node:zlib';

const largestBlock = 0xffff;
const header = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff);

/**
 * Gzip without compression. Compressed bytes, and so the layer's digest, differ between builds of zlib;
 * stored blocks are the same everywhere.
 */
export function storedGzip(content: Uint8Array): Uint8Array {
  const parts: Uint8Array[] = [header];
  for (let at = 0; at === 0 || at < content.length; at += largestBlock) {
    const block = content.subarray(at, at + largestBlock);
    parts.push(blockHeader(block.length, at + largestBlock >= content.length), block);
  }
  parts.push(trailer(content));
  return Buffer.concat(parts);
}

function blockHeader(length: number, last: boolean): Uint8Array {
  const bytes = Buffer.alloc(5);
  bytes.writeUInt8(last ? 1 : 0, 0);
  bytes.writeUInt16LE(length, 1);
  bytes.writeUInt16LE(length ^ 0xffff, 3);
  return bytes;
}

function trailer(content: Uint8Array): Uint8Array {
  const bytes = Buffer.alloc(8);
  bytes.writeUInt32LE(crc32(content), 0);
  bytes.writeUInt32LE(content.length, 4);
  return bytes;
}
