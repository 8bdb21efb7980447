// SPDX-License-Identifier: Apache-2.0
import { isAnswered } from '#evidence/call.js';
import { countOthers } from '#evidence/others-in.js';
import type { Contract } from '../../contract.js';
import { holds, judgeEach, mustSucceed } from '../../judging/judging.js';
import { isGoneBefore, isMadeUp } from '../../occasions/occasions.js';

export const containerListNoMatchEmpty: Contract = {
  id: 'container.list.no-match-empty',
  level: 'must',
  since: '0.1.0',
  title: 'ListContainers answers OK with an empty list when nothing matches',
  reference: {
    source: 'CRI v1, RPC ListContainers; kubelet, check after termination',
    says: 'a list without matches is not an error',
  },
  consequence: 'A pod that is gone can never be reported as terminated.',
  covers: ['LST-005'],
  check: (evidence) =>
    judgeEach(
      evidence.of('ListContainers').filter((list) => {
        const { id = '', pod_sandbox_id: sandboxId = '' } = list.request.filter ?? {};
        const life = evidence.container(id);
        return isMadeUp(id) || isMadeUp(sandboxId) || (life !== undefined && isGoneBefore(life, list));
      }),
      'no list of containers had to be empty',
      (list) => {
        const shown = isAnswered(list) ? (list.outcome.response.containers ?? []).length : 0;
        const count = shown + countOthers(list);
        if (count === 0) return mustSucceed(list, 'a list that matches nothing');
        return holds([list], false, { expected: 'an empty list', actual: `${count} containers` });
      },
    ),
};
