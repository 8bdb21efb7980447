// SPDX-License-Identifier: Apache-2.0
import { beganAfter } from '#evidence/history/order.js';
import type { Contract } from '../../contract.js';
import { nameOf } from '../../occasions/image-names.js';
import { holds, judgeEach } from '../../judging/judging.js';

export const imagePullFailedLeavesNothing: Contract = {
  id: 'image.pull.failed-leaves-nothing',
  level: 'must',
  since: '0.1.0',
  title: 'A refused PullImage leaves no image behind',
  reference: { source: 'CRI v1, RPC PullImage', says: 'an image is complete or absent' },
  consequence: 'Containers start from an incomplete image.',
  covers: ['I9'],
  check: (evidence) =>
    judgeEach(
      evidence.refused('PullImage').flatMap((pull) => {
        const name = nameOf(pull.request.image);
        const pulled = evidence.answered('PullImage').some(({ request }) => nameOf(request.image) === name);
        const reads = evidence
          .answered('ImageStatus')
          .filter((read) => nameOf(read.request.image) === name && beganAfter(read, pull));
        return pulled ? [] : reads.map((read) => ({ pull, read }));
      }),
      'no image status was read after a refused pull',
      ({ pull, read }) =>
        holds([pull, read], read.outcome.response.image === undefined, {
          expected: 'no image',
          actual: read.outcome.response.image?.id ?? '',
        }),
    ),
};
