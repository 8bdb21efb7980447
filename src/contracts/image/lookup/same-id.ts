// SPDX-License-Identifier: Apache-2.0
import { beganAfter } from '#evidence/history/order.js';
import type { Contract } from '../../contract.js';
import { nameOf, sameImage, withTag } from '../../occasions/image-names.js';
import { holds, judgeEach } from '../../judging/judging.js';

export const imageLookupSameId: Contract = {
  id: 'image.lookup.same-id',
  level: 'must',
  since: '0.1.0',
  title: 'Tag, digest and id of an image resolve to the same image',
  reference: {
    source: 'CRI v1, ImageSpec.image; kubelet, image manager',
    says: 'all forms in which an image is named are understood',
  },
  consequence: 'A present image counts as absent, or the user is read from the wrong image.',
  covers: ['IMG-003', 'IMG-004'],
  check: (evidence) => {
    const reads = evidence
      .answered('ImageStatus')
      .filter((read) => evidence.of('RemoveImage').every((remove) => beganAfter(remove, read)));
    return judgeEach(
      reads.flatMap((first) => {
        const { image } = first.outcome.response;
        const names =
          image === undefined
            ? []
            : [image.id ?? '', ...(image.repo_digests ?? []), ...(image.repo_tags ?? [])];
        return reads
          .filter(
            (read) =>
              beganAfter(read, first) &&
              nameOf(read.request.image) !== nameOf(first.request.image) &&
              names.some((name) => isSameName(name, nameOf(read.request.image))),
          )
          .map((read) => ({ first, read }));
      }),
      'no image was looked up by a second name',
      ({ first, read }) => {
        const expected = first.outcome.response.image?.id ?? '';
        const actual = read.outcome.response.image?.id ?? 'no image';
        return holds([first, read], sameImage(expected, actual), { expected, actual });
      },
    );
  },
};

/** A name without a tag means the latest one. */
const isSameName = (name: string, asked: string): boolean =>
  sameImage(name, asked) || name === withTag(asked);
