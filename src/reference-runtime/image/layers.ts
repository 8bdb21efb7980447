// SPDX-License-Identifier: Apache-2.0
import { posix } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { unpackTar, type TarHeader } from 'modern-tar';
import type { SeedFile } from '../files/memory-tree.js';
import type { ImageContent } from './stored-image.js';

const largestKeptFile = 256 * 1024;
const whiteout = '.wh.';

/** The files of all layers; one unreadable layer makes the content unknown. */
export async function contentOfLayers(layers: readonly Buffer[]): Promise<ImageContent> {
  const files = new Map<string, SeedFile>();
  try {
    for (const layer of layers) await addLayer(files, layer);
  } catch {
    return 'unknown';
  }
  return files;
}

async function addLayer(files: Map<string, SeedFile>, layer: Buffer): Promise<void> {
  const isGzip = layer[0] === 0x1f && layer[1] === 0x8b;
  for (const { header, data } of await unpackTar(isGzip ? gunzipSync(layer) : layer)) {
    const path = posix.resolve('/', header.name);
    const base = posix.basename(path);
    if (base.startsWith(whiteout)) {
      hide(files, path, base);
      continue;
    }
    files.set(path, seedOf(header, data));
  }
}

function seedOf(
  { type, mode = 0o755, uid = 0, gid = 0, linkname = '' }: TarHeader,
  data: Uint8Array = new Uint8Array(),
): SeedFile {
  const owner = { uid, gid, mode: mode & 0o7777 };
  if (type === 'directory') return owner;
  if (type === 'symlink') return { ...owner, linkTo: linkname };
  return { ...owner, data: Buffer.from(data.subarray(0, largestKeptFile)) };
}

function hide(files: Map<string, SeedFile>, path: string, base: string): void {
  const directory = posix.dirname(path);
  const gone = base === '.wh..wh..opq' ? directory : posix.join(directory, base.slice(whiteout.length));
  for (const key of files.keys()) {
    if (key.startsWith(`${gone}/`) || (key === gone && base !== '.wh..wh..opq')) files.delete(key);
  }
}
