// SPDX-License-Identifier: Apache-2.0
import { overlaps } from '#evidence/history/order.js';
import type { Contract } from '../../contract.js';
import { isBeforeOutages } from '../../occasions/good-requests.js';
import { nameOf } from '../../occasions/image-names.js';
import { isInUse } from '../../occasions/services/image-views.js';
import { judgeEach, mustSucceed } from '../../judging/judging.js';

export const imageRemoveSucceeds: Contract = {
  id: 'image.remove.succeeds',
  level: 'must',
  since: '0.1.0',
  title: 'RemoveImage of an image that no container uses succeeds, also several times at once',
  reference: {
    source: 'CRI v1, RPC RemoveImage; kubelet, image garbage collection',
    says: 'the call is idempotent, whether the image is there, is absent or is just being removed',
  },
  consequence: 'The disk fills: image garbage collection fails at the first image and tries again for ever.',
  covers: ['IMG-011', 'I4'],
  check: (evidence) =>
    judgeEach(
      evidence.of('RemoveImage').filter((remove) => {
        const name = nameOf(remove.request.image);
        return (
          isBeforeOutages(evidence, remove) &&
          !isInUse(evidence, name, remove) &&
          evidence.of('PullImage').every((pull) => !overlaps(pull, remove))
        );
      }),
      'no unused image was removed',
      (remove) => mustSucceed(remove, 'RemoveImage of an image that no container uses'),
    ),
};
