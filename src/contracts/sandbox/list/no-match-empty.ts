// SPDX-License-Identifier: Apache-2.0
import { isAnswered } from '#evidence/call.js';
import { countOthers } from '#evidence/others-in.js';
import type { Contract } from '../../contract.js';
import { holds, judgeEach, mustSucceed } from '../../judging/judging.js';
import { isGoneBefore, isMadeUp } from '../../occasions/occasions.js';

export const sandboxListNoMatchEmpty: Contract = {
  id: 'sandbox.list.no-match-empty',
  level: 'must',
  since: '0.1.0',
  title: 'ListPodSandbox answers OK with an empty list when nothing matches',
  reference: {
    source: 'CRI v1, RPC ListPodSandbox; kubelet, check after termination',
    says: 'a list without matches is not an error',
  },
  consequence: 'A pod that is gone can never be reported as terminated.',
  covers: ['LST-005'],
  check: (evidence) =>
    judgeEach(
      evidence.of('ListPodSandbox').filter((list) => {
        const id = list.request.filter?.id ?? '';
        const life = evidence.sandbox(id);
        return isMadeUp(id) || (life !== undefined && isGoneBefore(life, list));
      }),
      'no list of sandboxes had to be empty',
      (list) => {
        const shown = isAnswered(list) ? (list.outcome.response.items ?? []).length : 0;
        const count = shown + countOthers(list);
        if (count === 0) return mustSucceed(list, 'a list that matches nothing');
        return holds([list], false, { expected: 'an empty list', actual: `${count} sandboxes` });
      },
    ),
};
