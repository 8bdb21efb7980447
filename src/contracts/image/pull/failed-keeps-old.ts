// SPDX-License-Identifier: Apache-2.0
import { isRefused } from '#evidence/call.js';
import { isUndisturbed } from '#evidence/history/order.js';
import type { Contract } from '../../contract.js';
import { nameOf, sameImage } from '../../occasions/image-names.js';
import { imageAnswers, imageStatuses } from '../../occasions/services/image-views.js';
import { holds, judgeEach } from '../../judging/judging.js';

export const imagePullFailedKeepsOld: Contract = {
  id: 'image.pull.failed-keeps-old',
  level: 'must',
  since: '0.1.0',
  title: 'A PullImage that fails leaves the image that was there before as it was',
  reference: { source: 'CRI v1, RPC PullImage', says: 'a call that is refused has changed nothing' },
  consequence: 'A registry that is down takes away images that are on the node already.',
  covers: ['I9'],
  check: (evidence) => {
    const changes = [...evidence.of('PullImage'), ...evidence.of('RemoveImage')];
    return judgeEach(
      evidence.of('PullImage').flatMap((pull) => {
        if (!isRefused(pull)) return [];
        const name = nameOf(pull.request.image);
        const before = imageStatuses(evidence).findLast(
          ({ call, asked }) =>
            asked === name &&
            isUndisturbed(
              pull,
              call,
              changes.filter((each) => each !== pull),
            ),
        );
        if (before === undefined) return [];
        return imageAnswers(evidence)
          .filter(({ call, asked }) => (asked ?? name) === name && isUndisturbed(call, pull, changes))
          .map((answer) => ({ pull, before, answer }));
      }),
      'no image was pulled again in vain',
      ({ pull, before, answer }) => {
        const id = before.image.id ?? '';
        const shown = answer.shows.map((image) => image.id ?? '');
        return holds(
          [before.call, pull, answer.call],
          shown.some((each) => sameImage(each, id)),
          {
            expected: `${id}, as before the pull that failed`,
            actual: shown.join(', ') || 'no image',
          },
        );
      },
    );
  },
};
