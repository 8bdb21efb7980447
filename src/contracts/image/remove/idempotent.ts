// SPDX-License-Identifier: Apache-2.0
import { isUndisturbed } from '#evidence/history/order.js';
import type { Contract } from '../../contract.js';
import { nameOf } from '../../occasions/image-names.js';
import { judgeEach, mustSucceed } from '../../judging/judging.js';

export const imageRemoveIdempotent: Contract = {
  id: 'image.remove.idempotent',
  level: 'must',
  since: '0.1.0',
  title: 'RemoveImage succeeds on an image that is already removed',
  reference: {
    source: 'CRI v1, RPC RemoveImage',
    says: 'the call is idempotent: removing a missing object is not an error',
  },
  consequence: 'Image garbage collection reports errors forever.',
  covers: ['IMG-011', 'S4', 'I4'],
  check: (evidence) =>
    judgeEach(
      evidence
        .of('RemoveImage')
        .filter((remove) =>
          evidence
            .answered('RemoveImage')
            .some(
              (first) =>
                nameOf(first.request.image) === nameOf(remove.request.image) &&
                isUndisturbed(remove, first, evidence.of('PullImage')),
            ),
        ),
      'no image was removed a second time',
      (remove) => mustSucceed(remove, 'a repeated RemoveImage'),
    ),
};
