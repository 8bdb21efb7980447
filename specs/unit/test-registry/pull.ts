// SPDX-License-Identifier: Apache-2.0
import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { unpackTar } from 'modern-tar';

interface Descriptor {
  readonly mediaType: string;
  readonly digest: string;
  readonly size: number;
  readonly platform?: { readonly architecture: string };
}

interface PulledConfig {
  readonly architecture: string;
  readonly config: Readonly<Record<string, unknown>>;
  readonly rootfs: { readonly diff_ids: readonly string[] };
}

interface PulledFile {
  readonly content: string;
  readonly bytes: Uint8Array;
  readonly mode: number | undefined;
}

export interface PulledImage {
  readonly digest: string;
  readonly configDigest: string;
  readonly config: PulledConfig;
  readonly size: number;
  /** After all layers, by path. */
  readonly files: ReadonlyMap<string, PulledFile>;
}

export const sha256 = (bytes: Uint8Array): string =>
  `sha256:${createHash('sha256').update(bytes).digest('hex')}`;

async function get(url: string): Promise<Buffer> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${response.status} ${url}`);
  return Buffer.from(await response.arrayBuffer());
}

async function checked(url: string, { digest, size }: Descriptor): Promise<Buffer> {
  const bytes = await get(`${url}/${digest}`);
  if (sha256(bytes) !== digest || bytes.length !== size)
    throw new Error(`not what was promised: ${url}/${digest}`);
  return bytes;
}

/** Pulls as a runtime does, and checks every digest and size on the way. */
export async function pull(repository: string, tag: string, architecture = 'amd64'): Promise<PulledImage> {
  const top = await get(`${repository}/manifests/${tag}`);
  const index = JSON.parse(String(top)) as { readonly manifests?: readonly Descriptor[] };
  const chosen = index.manifests?.find(({ platform }) => platform?.architecture === architecture);
  const bytes = chosen === undefined ? top : await checked(`${repository}/manifests`, chosen);
  const manifest = JSON.parse(String(bytes)) as {
    readonly config: Descriptor;
    readonly layers: readonly Descriptor[];
  };
  const configBytes = await checked(`${repository}/blobs`, manifest.config);
  const config = JSON.parse(String(configBytes)) as PulledConfig;
  const files = new Map<string, PulledFile>();
  for (const [i, layer] of manifest.layers.entries()) {
    const archive = gunzipSync(await checked(`${repository}/blobs`, layer));
    if (sha256(archive) !== config.rootfs.diff_ids[i])
      throw new Error(`layer ${i} is not the one configured`);
    await apply(files, archive);
  }
  const size = manifest.layers.reduce((sum, layer) => sum + layer.size, bytes.length + configBytes.length);
  return { digest: sha256(top), configDigest: manifest.config.digest, config, size, files };
}

async function apply(files: Map<string, PulledFile>, archive: Uint8Array): Promise<void> {
  for (const { header, data = new Uint8Array() } of await unpackTar(archive)) {
    const [directory = '', name = ''] = /^(.*?)([^/]*)$/.exec(header.name)?.slice(1) ?? [];
    if (name === '.wh..wh..opq')
      for (const path of [...files.keys()].filter((one) => one.startsWith(directory))) files.delete(path);
    else if (name.startsWith('.wh.')) files.delete(directory + name.slice(4));
    else files.set(header.name, { content: Buffer.from(data).toString(), bytes: data, mode: header.mode });
  }
}
