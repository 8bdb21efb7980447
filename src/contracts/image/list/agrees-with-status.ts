// SPDX-License-Identifier: Apache-2.0
import { beganAfter } from '#evidence/history/order.js';
import type { Contract } from '../../contract.js';
import { sameImage } from '../../occasions/image-names.js';
import { imageStatuses, listedImages, type ImageView } from '../../occasions/services/image-views.js';
import { holds, judgeEach } from '../../judging/judging.js';
import { changedFields, textOf } from '../../judging/unchanged.js';

export const imageListAgreesWithStatus: Contract = {
  id: 'image.list.agrees-with-status',
  level: 'must',
  since: '0.1.0',
  title: 'A list shows every image as its status does',
  reference: {
    source: 'CRI v1, ListImagesResponse, ImageStatusResponse; kubelet, image garbage collection',
    says: 'both answer with the same message about the same image',
  },
  consequence: 'Garbage collection frees less than it counts, or removes an image that is pinned.',
  covers: ['I6', 'L4'],
  check: (evidence) => {
    const statuses = imageStatuses(evidence);
    return judgeEach(
      listedImages(evidence).flatMap((listed) => comparisons(listed, statuses)),
      'no image was both listed and read',
      ({ listed, status, fields }) => {
        const changed = changedFields(status.image, listed.image, fields);
        return holds([status.call, listed.call], changed.length === 0, {
          expected: `as in the status: ${textOf(status.image, changed)}`,
          actual: textOf(listed.image, changed),
        });
      },
    );
  },
};

interface Comparison {
  readonly listed: ImageView;
  readonly status: ImageView;
  readonly fields: readonly (typeof fixed | typeof names)[number][];
}

/** Of one image these never change. */
const fixed = ['size', 'uid', 'username', 'pinned'] as const;
const names = ['repo_tags', 'repo_digests'] as const;

/** Names come and go with pulls: they are compared where they were the same before and after the list. */
function comparisons(listed: ImageView, statuses: readonly ImageView[]): readonly Comparison[] {
  const same = statuses.filter(({ image }) => sameImage(image.id ?? '', listed.image.id ?? ''));
  const before = same.findLast(({ call }) => beganAfter(listed.call, call));
  const after = same.find(({ call }) => beganAfter(call, listed.call));
  const isSteady =
    before !== undefined &&
    after !== undefined &&
    changedFields(before.image, after.image, names).length === 0;
  return [before, after].flatMap((status) =>
    status === undefined ? [] : [{ listed, status, fields: isSteady ? [...fixed, ...names] : fixed }],
  );
}
