// SPDX-License-Identifier: Apache-2.0
import { BoundedMap } from './bounded-map.js';
import { buildImage, type BuiltImage, type Manifest } from './build-image.js';
import type { Digest } from './digest.js';
import { architectures, hostArchitecture, readGuestBinary, type Architecture } from './guest-binary.js';
import type { ImageConfig, ImageDefinition } from './image-definition.js';
import { imageDefinitions } from './image-definitions.js';
import { parseRepositoryPath } from './repository-path.js';

/** An image, as clients see it. */
export interface RegistryImage {
  /** The last path segment; any path may precede it. */
  readonly repository: string;
  readonly tags: readonly string[];
  /** Of the index, or of the manifest if there is no index. */
  readonly digest: Digest;
  /** Of the manifest for this machine. */
  readonly manifestDigest: Digest;
  /** The image id on this machine. */
  readonly configDigest: Digest;
  /** Manifest, configuration and compressed layers for this machine, in bytes. */
  readonly sizeBytes: number;
  readonly config: ImageConfig;
}

/** The content of one repository; empty if no image has that name. */
export interface RepositoryContent {
  readonly images: readonly RegistryImage[];
  /** By tag or digest. */
  manifest(reference: string): Manifest | undefined;
  blob(digest: string): Uint8Array | undefined;
  readonly tags: readonly string[];
}

export interface ImageLibrary {
  readonly images: readonly RegistryImage[];
  /** Whether the path belongs to the run that started the registry. */
  isOurs(name: string): boolean;
  /** `name` is the whole path: a path with its own content has images that no other path has. */
  repository(name: string): Promise<RepositoryContent>;
}

export interface LibraryOptions {
  readonly definitions?: readonly ImageDefinition[];
  /** Only paths below this one have their own content, `own/criprobe-7f3a12`; undefined: any path. */
  readonly ownBelow?: string;
}

/** The same name always gives the same bytes, so dropped content can be rebuilt. */
const maxOwnKept = 64;

export async function buildImageLibrary({
  definitions = imageDefinitions,
  ownBelow,
}: LibraryOptions): Promise<ImageLibrary> {
  const programs = new Map<Architecture, Uint8Array>();
  for (const architecture of architectures) programs.set(architecture, await readGuestBinary(architecture));
  const build = (wanted: readonly ImageDefinition[], mark?: string): Promise<BuiltImage[]> => {
    const program = (one: Architecture): Uint8Array => programs.get(one) ?? Buffer.alloc(0);
    const context = { host: hostArchitecture(), program, ...(mark === undefined ? {} : { mark }) };
    return Promise.all(wanted.map((definition) => buildImage(definition, context)));
  };
  const shared = await build(definitions);
  const own = new BoundedMap<string, Promise<RepositoryContent>>(maxOwnKept);

  const buildOwn = async (name: string, image: string): Promise<RepositoryContent> =>
    contentOf(
      await build(
        definitions.filter(({ repository }) => repository === image),
        name,
      ),
    );

  const library: ImageLibrary = {
    images: shared.map(describe),
    isOurs: (name) => ownBelow === undefined || name.startsWith(`${ownBelow}/`),
    repository: async (name) => {
      const path = parseRepositoryPath(name);
      if (!path.own)
        return contentOf(shared.filter(({ definition }) => definition.repository === path.image));
      const isKnown = definitions.some(({ repository }) => repository === path.image);
      if (!isKnown || !library.isOurs(name)) return contentOf([]);
      const content = own.get(name) ?? buildOwn(name, path.image);
      own.set(name, content);
      return await content;
    },
  };
  return library;
}

function contentOf(built: readonly BuiltImage[]): RepositoryContent {
  const first = <Found>(find: (image: BuiltImage) => Found | undefined): Found | undefined =>
    built.map(find).find((found) => found !== undefined);
  return {
    images: built.map(describe),
    manifest: (reference) =>
      first(({ definition, top }) => (definition.tags.includes(reference) ? top : undefined)) ??
      first(({ manifests }) => manifests.get(reference)),
    blob: (digest) => first(({ blobs }) => blobs.get(digest)),
    tags: built.flatMap(({ definition }) => definition.tags).sort(),
  };
}

function describe({ definition, top, host }: BuiltImage): RegistryImage {
  return {
    repository: definition.repository,
    tags: definition.tags,
    digest: top.digest,
    manifestDigest: host.manifest.digest,
    configDigest: host.configDigest,
    sizeBytes: host.size,
    config: host.config,
  };
}
