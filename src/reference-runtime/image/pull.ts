// SPDX-License-Identifier: Apache-2.0
import { createHash } from 'node:crypto';
import { CriRefusal } from '#cri/client/cri-refusal.js';
import { contentOfLayers } from './layers.js';
import type { ParsedReference } from './reference.js';
import { authFor } from './registry-auth.js';
import { RegistryClient, verified, type RegistrySession } from './registry-client.js';
import type { StoredImageConfig, NewImage } from './stored-image.js';

interface Descriptor {
  readonly mediaType?: string;
  readonly digest: string;
  readonly size: number;
  readonly platform?: { readonly architecture?: string; readonly os?: string };
}

interface Manifest {
  readonly config?: Descriptor;
  readonly layers?: readonly Descriptor[];
  readonly manifests?: readonly Descriptor[];
}

const manifestTypes = [
  'application/vnd.oci.image.index.v1+json',
  'application/vnd.docker.distribution.manifest.list.v2+json',
  'application/vnd.oci.image.manifest.v1+json',
  'application/vnd.docker.distribution.manifest.v2+json',
].join(', ');

const architectures: Readonly<Record<string, string>> = { x64: 'amd64', ia32: '386' };
const ownArchitecture = architectures[process.arch] ?? process.arch;

/** Fetches and checks everything before it stores anything. */
export async function pull(
  reference: ParsedReference,
  session: Omit<RegistrySession, 'registry'>,
): Promise<NewImage & { readonly digest: string }> {
  const { registry, repository } = reference;
  const client = new RegistryClient({ ...session, registry, auth: authFor(registry, session.auth) });
  const fetchManifest = (of: string): Promise<Buffer> =>
    client.fetch(`manifests/${of}`, { accept: manifestTypes, repository });
  const blob = async ({ digest }: Descriptor): Promise<Buffer> =>
    verified(await client.fetch(`blobs/${digest}`, { accept: '*/*', repository }), digest);

  const top = await fetchManifest(reference.digest ?? reference.tag ?? 'latest');
  const digest = digestOf(top);
  if (reference.digest !== undefined) verified(top, reference.digest);
  const chosen = ownPlatform(parseManifest(top));
  const manifestBytes =
    chosen === undefined ? top : verified(await fetchManifest(chosen.digest), chosen.digest);
  const { config, layers = [] } = parseManifest(manifestBytes);
  if (config === undefined)
    throw new CriRefusal('INVALID_ARGUMENT', 'the manifest names no image configuration');
  const configBytes = await blob(config);
  const layerBytes = await Promise.all(layers.map(blob));
  const parsed = JSON.parse(configBytes.toString()) as { config?: StoredImageConfig };
  const size = [manifestBytes, configBytes, ...layerBytes].reduce((sum, { length }) => sum + length, 0);
  return {
    id: config.digest,
    digest,
    size,
    config: parsed.config ?? {},
    content: await contentOfLayers(layerBytes),
    pinned: false,
  };
}

const digestOf = (bytes: Buffer): string => `sha256:${createHash('sha256').update(bytes).digest('hex')}`;

function parseManifest(bytes: Buffer): Manifest {
  try {
    return JSON.parse(bytes.toString()) as Manifest;
  } catch {
    throw new CriRefusal('INVALID_ARGUMENT', 'the manifest is not JSON');
  }
}

function ownPlatform({ manifests }: Manifest): Descriptor | undefined {
  if (manifests === undefined) return undefined;
  const own = manifests.find(
    ({ platform }) => platform?.architecture === ownArchitecture && (platform.os ?? 'linux') === 'linux',
  );
  if (own === undefined)
    throw new CriRefusal('NOT_FOUND', `no image for linux/${ownArchitecture} in the index`);
  return own;
}
