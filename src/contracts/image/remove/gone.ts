// SPDX-License-Identifier: Apache-2.0
import { isUndisturbed } from '#evidence/history/order.js';
import type { Contract } from '../../contract.js';
import { nameOf } from '../../occasions/image-names.js';
import { holds, judgeEach } from '../../judging/judging.js';

export const imageRemoveGone: Contract = {
  id: 'image.remove.gone',
  level: 'must',
  since: '0.1.0',
  title: 'After RemoveImage the image is no longer found by that name',
  reference: {
    source: 'CRI v1, RPC RemoveImage',
    says: 'the image disappears from status and lists at once, its space possibly later',
  },
  consequence: 'Garbage collection counts space as freed that is not, and is repeated forever.',
  covers: ['IMG-011', 'I3'],
  check: (evidence) =>
    judgeEach(
      evidence.answered('RemoveImage').flatMap((remove) =>
        evidence
          .answered('ImageStatus')
          .filter(
            (read) =>
              nameOf(read.request.image) === nameOf(remove.request.image) &&
              isUndisturbed(read, remove, evidence.of('PullImage')),
          )
          .map((read) => ({ remove, read })),
      ),
      'no image status was read after a removal',
      ({ remove, read }) =>
        holds([remove, read], read.outcome.response.image === undefined, {
          expected: 'OK without an image',
          actual: read.outcome.response.image?.id ?? '',
        }),
    ),
};
