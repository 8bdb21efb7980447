// SPDX-License-Identifier: Apache-2.0
import { spaceAt } from '#files/space-at.js';
import type { KubeletContext } from '../context/kubelet-context.js';
import type { KubeletOptions } from '../context/kubelet-options.js';
import { belowRegistry } from './below-registry.js';
import { ImageCollector } from './image-collector.js';
import { kubeletImageLimits } from './image-eviction.js';

/** The collector of one kubelet process. Where it waits to be asked, images need not grow old first. */
export function imageCollectorOf(
  ctx: KubeletContext,
  { ownImages = '', pauseImage }: Pick<KubeletOptions, 'ownImages' | 'pauseImage'>,
): ImageCollector {
  const { call, traits, journal, wallMs, pulls, pace } = ctx;
  const limits = pace.imageGarbageMs === null ? { ...kubeletImageLimits, minAgeMs: 0 } : kubeletImageLimits;
  return new ImageCollector({
    call,
    traits,
    journal,
    wallMs,
    limits,
    records: pulls.records,
    diskOf: spaceAt,
    mayRemove: belowRegistry(ownImages),
    ...(pauseImage !== undefined && { pauseImage }),
  });
}
