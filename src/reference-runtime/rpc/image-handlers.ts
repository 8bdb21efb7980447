// SPDX-License-Identifier: Apache-2.0
import type { CriHandlers } from '#cri/server/handlers.js';
import type { Image, ImageFilter, ImageSpec } from '#cri/proto/generated/messages.js';
import type { StoredImage } from '../image/stored-image.js';
import { pages } from './pages.js';
import { promised } from './promised.js';
import { pullIntoStore } from '../image/pull-image.js';
import { invalid } from '../refuse.js';
import { imageFilesystem } from '../stats/filesystem-usage.js';
import { verboseInfo } from './verbose-info.js';
import { checkRuntimeHandler, type World } from '../world.js';

type Methods = 'ListImages' | 'StreamImages' | 'ImageStatus' | 'PullImage' | 'RemoveImage' | 'ImageFsInfo';

export function imageHandlers(world: World): Required<Pick<CriHandlers, Methods>> {
  const listed = (filter?: ImageFilter): readonly StoredImage[] => {
    const wanted = filter?.image?.image ?? '';
    if (wanted === '') return world.images.list();
    const image = world.images.find(wanted);
    return image === undefined ? [] : [image];
  };
  return {
    ListImages: promised(({ filter }) => ({ images: listed(filter).map(imageView) })),
    StreamImages: ({ filter }) => pages(listed(filter).map(imageView), (images) => ({ images })),
    ImageStatus: promised(({ image: spec, verbose }) => {
      checkRuntimeHandler(world, spec?.runtime_handler);
      const image = world.images.find(nameIn(spec));
      if (image === undefined) return {};
      return {
        image: imageView(image),
        info: verbose === true ? verboseInfo({ imageSpec: { config: image.config } }) : undefined,
      };
    }),
    PullImage: promised(async (request, { signal }) => {
      checkRuntimeHandler(world, request.image?.runtime_handler);
      return { image_ref: (await pullIntoStore(world, request, { signal })).id };
    }),
    RemoveImage: promised(({ image }) => {
      world.images.remove(nameIn(image));
      return {};
    }),
    ImageFsInfo: promised(() => {
      const filesystems = [imageFilesystem(world)];
      return { image_filesystems: filesystems, container_filesystems: filesystems };
    }),
  };
}

function nameIn(spec: ImageSpec | undefined): string {
  const name = spec?.image ?? '';
  if (name === '') throw invalid('image is missing');
  return name;
}

function imageView(image: StoredImage): Image {
  const [user = ''] = (image.config.User ?? '').split(':');
  return {
    id: image.id,
    repo_tags: [...image.repoTags],
    repo_digests: [...image.repoDigests],
    size: String(image.size),
    ...(/^\d+$/.test(user)
      ? { uid: user === '0' ? {} : { value: user } }
      : user !== '' && { username: user }),
    pinned: image.pinned ? true : undefined,
  };
}
