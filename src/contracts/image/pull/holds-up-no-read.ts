// SPDX-License-Identifier: Apache-2.0
import type { RecordedCall } from '#evidence/call.js';
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';
import { isBeforeOutages } from '../../occasions/good-requests.js';
import { besides, heldUpWords, isHeldUp, readsOf } from '../../occasions/services/held-up.js';

export const imagePullHoldsUpNoRead: Contract = {
  id: 'image.pull.holds-up-no-read',
  level: 'must',
  since: '0.1.0',
  title: 'Lists and statuses are answered while a registry keeps a pull waiting, not when that is over',
  reference: {
    source: 'kubelet, image manager and pod lifecycle event generator',
    says: 'images are pulled beside the relist and beside the starts of other pods',
  },
  consequence: 'One slow registry stops every pod of the node from starting.',
  covers: ['Q3'],
  check: (evidence) =>
    judgeEach(
      evidence
        .of('PullImage')
        .filter((pull) => isKeptWaiting(pull) && isBeforeOutages(evidence, pull))
        .flatMap((pull) => besides(pull, readsOf(evidence))),
      'nothing was read while a registry kept a pull waiting',
      (beside) => holds([beside.long, beside.other], !isHeldUp(evidence, beside), heldUpWords(beside)),
    ),
};

/** Its caller waited to the end of its deadline. */
const isKeptWaiting = ({ outcome }: RecordedCall): boolean =>
  outcome.kind === 'unanswered' && outcome.reason === 'client-deadline';
