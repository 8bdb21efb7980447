// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';
import { exceedsItsMemory, exitsSeen, type SeenExit } from '../../occasions/objects/exits.js';

export const containerStatusReasonFits: Contract = {
  id: 'container.status.reason-fits',
  level: 'must',
  since: '0.1.0',
  title:
    'Every exit has a reason, and it fits: Completed only for code 0, Error never, OOMKilled only for memory',
  reference: {
    source: 'CRI v1, ContainerStatus.reason',
    says: 'a short word for why the container is in this state',
  },
  consequence:
    'Users see successful containers as failed, failed ones as successful, or an invented shortage.',
  covers: ['CST-008', 'E3'],
  check: (evidence) =>
    judgeEach(
      exitsSeen(evidence).filter(({ mayBeMissed }) => !mayBeMissed),
      'no exited container was read',
      (exit) => {
        const { reason = '', exit_code: code = 0 } = exit.view.status;
        const ok =
          reason !== '' &&
          !(reason === 'Completed' && code !== 0) &&
          !(reason === 'Error' && code === 0) &&
          !(reason === 'OOMKilled' && isEndOfItsOwn(exit));
        return holds([exit.view.call], ok, {
          expected: `a reason that fits exit code ${code}${isEndOfItsOwn(exit) ? ', the own end of its program' : ''}`,
          actual: JSON.stringify(reason),
        });
      },
    ),
};

/**
 * It ended with the code that its program ends with. A limit of its pod or a shortage of the node may kill any
 * container, but not with that code.
 */
function isEndOfItsOwn({ life, view, byItself }: SeenExit): boolean {
  const code = view.status.exit_code ?? 0;
  return byItself && code < 128 && !exceedsItsMemory(life);
}
