// SPDX-License-Identifier: Apache-2.0
import type { ContainerConfig, ImageSpec, Mount } from '#cri/proto/generated/messages.js';
import { isImageId } from '../image/reference.js';
import type { StoredImage } from '../image/stored-image.js';
import { CriRefusal } from '#cri/client/cri-refusal.js';
import { invalid, notFound } from '../refuse.js';
import type { World } from '../world.js';

export function imageFor(world: World, config: ContainerConfig): StoredImage {
  const text = config.image?.image ?? '';
  if (text === '') throw invalid('image is missing');
  const image = world.images.find(text);
  if (image === undefined) throw notFound('image', text);
  return image;
}

export function imageVolumes(world: World, config: ContainerConfig): ReadonlyMap<Mount, StoredImage> {
  const volumes = new Map<Mount, StoredImage>();
  for (const mount of config.mounts ?? []) {
    const text = mount.image?.image ?? '';
    if (text === '') continue;
    const image = world.images.find(text);
    if (image === undefined)
      throw new CriRefusal('NOT_FOUND', `ImageVolumeMountFailed: image ${JSON.stringify(text)} not found`);
    checkSubPath(mount, image);
    volumes.set(mount, image);
  }
  return volumes;
}

function checkSubPath(mount: Mount, { content }: StoredImage): void {
  const sub = `/${(mount.image_sub_path ?? '').replace(/^\/+|\/+$/g, '')}`;
  if (sub === '/' || content === 'unknown') return;
  if (![...content.keys()].some((path) => path === sub || path.startsWith(`${sub}/`))) {
    throw new CriRefusal('NOT_FOUND', `ImageVolumeMountFailed: no ${sub} in the image`);
  }
}

/** The name in the request; for an id the first tag, which is more useful. */
export function reportedName(image: StoredImage, spec: ImageSpec | undefined): string {
  const asked = spec?.image ?? image.id;
  if (!isImageId(asked)) return asked;
  const written = spec?.user_specified_image ?? '';
  const [firstTag] = image.repoTags;
  return written !== '' && image.repoTags.has(written) ? written : (firstTag ?? asked);
}

export function reportedRef(image: StoredImage): string {
  const [first] = image.repoDigests;
  return first ?? image.id;
}
