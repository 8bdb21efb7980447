// SPDX-License-Identifier: Apache-2.0
import type { Image } from '#cri/proto/generated/messages.js';
import { spaceAt } from '#files/host-files.js';
import type { KubeletContext } from '../context/kubelet-context.js';
import type { KubeletOptions } from '../context/kubelet-options.js';
import { ImageCollector } from './image-collector.js';
import { kubeletImageLimits } from './image-eviction.js';

interface CollectorOptions extends Pick<KubeletOptions, 'ownImages' | 'pauseImage'> {
  readonly pods: ReadonlySet<string>;
}

/** The collector of one kubelet process. In the compressed pace images need no minimum age. */
export function imageCollectorOf(
  ctx: KubeletContext,
  { ownImages = '', pauseImage, pods }: CollectorOptions,
): ImageCollector {
  const { call, traits, note, wallMs, pulls, pace } = ctx;
  const limits = pace.imageGarbageMs === null ? { ...kubeletImageLimits, minAgeMs: 0 } : kubeletImageLimits;
  return new ImageCollector({
    call,
    traits,
    note,
    wallMs,
    limits,
    pods,
    records: pulls.records,
    diskOf: spaceAt,
    mayRemove: belowRegistry(ownImages),
    ...(pauseImage !== undefined && { pauseImage }),
  });
}

/**
 * Whether every name of an image is below the prefix, as `127.0.0.1:41873/criprobe-7f3a`. False for images
 * without names.
 */
export function belowRegistry(prefix: string): (image: Image) => boolean {
  const start = prefix.endsWith('/') ? prefix : `${prefix}/`;
  return ({ repo_tags: tags = [], repo_digests: digests = [] }) => {
    const names = [...tags, ...digests];
    return prefix !== '' && tags.length > 0 && names.every((name) => name.startsWith(start));
  };
}
