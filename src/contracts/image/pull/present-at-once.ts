// SPDX-License-Identifier: Apache-2.0
import { isUndisturbed } from '#evidence/history/order.js';
import type { Contract } from '../../contract.js';
import { nameOf } from '../../occasions/image-names.js';
import { holds, judgeEach } from '../../judging/judging.js';

export const imagePullPresentAtOnce: Contract = {
  id: 'image.pull.present-at-once',
  level: 'must',
  since: '0.1.0',
  title: 'An image is present as soon as PullImage has answered',
  reference: {
    source: 'CRI v1, RPC PullImage',
    says: 'an OK answer means that containers can be made from the image',
  },
  consequence: 'The kubelet pulls again, or fails to create the container.',
  covers: ['I2'],
  check: (evidence) =>
    judgeEach(
      evidence.answered('PullImage').flatMap((pull) =>
        evidence
          .answered('ImageStatus')
          .filter(
            (read) =>
              nameOf(read.request.image) === nameOf(pull.request.image) &&
              isUndisturbed(read, pull, evidence.of('RemoveImage')),
          )
          .map((read) => ({ pull, read })),
      ),
      'no status was read after a pull',
      ({ pull, read }) =>
        holds([pull, read], read.outcome.response.image !== undefined, {
          expected: `${nameOf(pull.request.image)} present`,
          actual: 'OK without an image',
        }),
    ),
};
