// SPDX-License-Identifier: Apache-2.0
import { boxPath } from '#guest/box.js';
import { baseLayer } from './base-layer.js';
import { digestOf, type Digest } from './digest.js';
import { architectures, type Architecture } from './guest-binary.js';
import type { ImageConfig, ImageDefinition } from './image-definition.js';
import { buildLayer, file, type Layer, type LayerEntry } from './layer.js';

const mediaTypes = {
  index: 'application/vnd.oci.image.index.v1+json',
  manifest: 'application/vnd.oci.image.manifest.v1+json',
  config: 'application/vnd.oci.image.config.v1+json',
  layer: 'application/vnd.oci.image.layer.v1.tar+gzip',
} as const;

export interface Manifest {
  readonly mediaType: string;
  readonly digest: Digest;
  readonly bytes: Uint8Array;
}

/** An image for one architecture. */
interface Variant {
  readonly architecture: Architecture;
  readonly manifest: Manifest;
  readonly configDigest: Digest;
  readonly config: ImageConfig;
  readonly blobs: ReadonlyMap<Digest, Uint8Array>;
  /** Manifest, configuration and compressed layers together. */
  readonly size: number;
}

export interface BuiltImage {
  readonly definition: ImageDefinition;
  /** What the tags point to. */
  readonly top: Manifest;
  readonly host: Variant;
  readonly manifests: ReadonlyMap<string, Manifest>;
  readonly blobs: ReadonlyMap<string, Uint8Array>;
}

export interface BuildContext {
  readonly host: Architecture;
  readonly program: (architecture: Architecture) => Uint8Array;
  /** Gives the image an id that no other has. */
  readonly mark?: string;
}

export async function buildImage(definition: ImageDefinition, context: BuildContext): Promise<BuiltImage> {
  const wanted = definition.shape === 'single' ? [context.host] : architectures;
  const variants = await Promise.all(wanted.map((one) => buildVariant(definition, one, context)));
  const host = variants.find(({ architecture }) => architecture === context.host);
  if (host === undefined) throw new Error(`no variant for ${context.host}`);
  const top = definition.shape === 'single' ? host.manifest : indexOf(variants);
  return {
    definition,
    top,
    host,
    manifests: new Map([top, ...variants.map(({ manifest }) => manifest)].map((one) => [one.digest, one])),
    blobs: new Map(variants.flatMap(({ blobs }) => [...blobs])),
  };
}

async function buildVariant(
  definition: ImageDefinition,
  architecture: Architecture,
  context: BuildContext,
): Promise<Variant> {
  const contents = layersOf(definition, architecture, context);
  const layers = await Promise.all(contents.map(buildLayer));
  const config = configOf(definition);
  const configBytes = json(imageConfiguration(architecture, config, layers));
  const manifest = manifestOf(configBytes, layers);
  const blobs = new Map(layers.map(({ digest, blob }) => [digest, blob]));
  const configDigest = digestOf(configBytes);
  blobs.set(configDigest, configBytes);
  const size =
    manifest.bytes.length + layers.reduce((sum, { blob }) => sum + blob.length, configBytes.length);
  return { architecture, manifest, configDigest, config, blobs, size };
}

/** The last layer contains the image's name, so that no two images have the same id by accident. */
function layersOf(
  definition: ImageDefinition,
  architecture: Architecture,
  { program, mark }: BuildContext,
): readonly (readonly LayerEntry[])[] {
  const name = `${definition.repository}:${definition.tags[0] ?? ''}`;
  return [
    baseLayer,
    [
      file('box', program(architecture), { mode: 0o755 }),
      ...(mark === undefined ? [] : [file('etc/mark', `${mark}\n`)]),
    ],
    ...(definition.layers ?? []),
    [file('etc/image', `${name}\n`)],
  ];
}

function configOf({ config }: ImageDefinition): ImageConfig {
  return { Entrypoint: [boxPath], ...config, Env: ['PATH=/', ...(config?.Env ?? [])] };
}

const created = '2024-01-01T00:00:00Z';

function imageConfiguration(
  architecture: Architecture,
  config: ImageConfig,
  layers: readonly Layer[],
): object {
  return {
    created,
    architecture,
    os: 'linux',
    ...(architecture === 'arm64' ? { variant: 'v8' } : {}),
    config,
    rootfs: { type: 'layers', diff_ids: layers.map(({ diffId }) => diffId) },
    history: layers.map(() => ({ created, created_by: 'criprobe test registry' })),
  };
}

function manifestOf(configBytes: Uint8Array, layers: readonly Layer[]): Manifest {
  return manifest(mediaTypes.manifest, {
    config: { mediaType: mediaTypes.config, digest: digestOf(configBytes), size: configBytes.length },
    layers: layers.map(({ digest, blob }) => ({ mediaType: mediaTypes.layer, digest, size: blob.length })),
  });
}

function indexOf(variants: readonly Variant[]): Manifest {
  return manifest(mediaTypes.index, {
    manifests: variants.map(({ architecture, manifest: { digest, bytes } }) => ({
      mediaType: mediaTypes.manifest,
      digest,
      size: bytes.length,
      platform: { architecture, os: 'linux', ...(architecture === 'arm64' ? { variant: 'v8' } : {}) },
    })),
  });
}

function manifest(mediaType: string, content: object): Manifest {
  const bytes = json({ schemaVersion: 2, mediaType, ...content });
  return { mediaType, digest: digestOf(bytes), bytes };
}

function json(value: object): Uint8Array {
  return Buffer.from(JSON.stringify(value));
}
