// SPDX-License-Identifier: Apache-2.0
import { isAnswered } from '#evidence/call.js';
import { isUndisturbed } from '#evidence/history/order.js';
import type { Contract } from '../../contract.js';
import { nameOf } from '../../occasions/image-names.js';
import { judgeEach, mustSucceed } from '../../judging/judging.js';

export const imageRemoveIdempotent: Contract = {
  id: 'image.remove.idempotent',
  level: 'must',
  since: '0.1.0',
  title: 'RemoveImage succeeds on an image that is already removed, or was never there',
  reference: {
    source: 'CRI v1, RPC RemoveImage',
    says: 'the call is idempotent: removing a missing object is not an error',
  },
  consequence: 'Image garbage collection reports errors forever.',
  covers: ['I4'],
  check: (evidence) =>
    judgeEach(
      evidence.of('RemoveImage').filter((remove) => {
        const name = nameOf(remove.request.image);
        const absences = [
          ...evidence.answered('RemoveImage').filter(({ request }) => nameOf(request.image) === name),
          ...evidence
            .answered('ImageStatus')
            .filter((read) => nameOf(read.request.image) === name && isAnswered(read))
            .filter(({ outcome }) => outcome.response.image === undefined),
        ];
        return absences.some((absent) => isUndisturbed(remove, absent, evidence.of('PullImage')));
      }),
      'no absent image was removed',
      (remove) => mustSucceed(remove, 'RemoveImage of an absent image'),
    ),
};
