// SPDX-License-Identifier: Apache-2.0
import { packTar, type TarEntry } from 'modern-tar';
import { digestOf, type Digest } from './digest.js';
import { storedGzip } from './stored-gzip.js';

interface EntryOwner {
  readonly path: string;
  readonly mode?: number;
  readonly uid?: number;
  readonly gid?: number;
}

export type LayerEntry =
  | (EntryOwner & { readonly kind: 'file'; readonly content: string | Uint8Array })
  | (EntryOwner & { readonly kind: 'directory' })
  | (EntryOwner & { readonly kind: 'link'; readonly to: string });

export interface Layer {
  /** Digest of the uncompressed archive, as in the image's configuration. */
  readonly diffId: Digest;
  readonly digest: Digest;
  readonly blob: Uint8Array;
}

export function directory(path: string, owner: Omit<EntryOwner, 'path'> = {}): LayerEntry {
  return { kind: 'directory', path, ...owner };
}

export function file(
  path: string,
  content: string | Uint8Array,
  owner: Omit<EntryOwner, 'path'> = {},
): LayerEntry {
  return { kind: 'file', path, content, ...owner };
}

export function link(path: string, to: string): LayerEntry {
  return { kind: 'link', path, to };
}

/** Removes a lower layer's file at this path. */
export function whiteout(path: string): LayerEntry {
  return file(path.replace(/[^/]+$/, '.wh.$&'), '');
}

/** Hides everything that lower layers have in this directory. */
export function opaque(path: string): LayerEntry {
  return file(`${path}/.wh..wh..opq`, '');
}

export async function buildLayer(entries: readonly LayerEntry[]): Promise<Layer> {
  const archive = await packTar(entries.map(tarEntry));
  const blob = storedGzip(archive);
  return { diffId: digestOf(archive), digest: digestOf(blob), blob };
}

function tarEntry(entry: LayerEntry): TarEntry {
  const owner = { mtime: new Date(0), uid: entry.uid ?? 0, gid: entry.gid ?? 0, uname: '', gname: '' };
  switch (entry.kind) {
    case 'directory':
      return {
        header: { ...owner, name: `${entry.path}/`, type: 'directory', size: 0, mode: entry.mode ?? 0o755 },
      };
    case 'link':
      return {
        header: { ...owner, name: entry.path, type: 'symlink', size: 0, mode: 0o777, linkname: entry.to },
      };
    case 'file': {
      const body = Buffer.from(entry.content);
      const header = { ...owner, name: entry.path, size: body.length, mode: entry.mode ?? 0o644 };
      return { header: { ...header, type: 'file' }, body };
    }
  }
}
