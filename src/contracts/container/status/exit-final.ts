// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';
import { exitedStatuses } from '../../occasions/occasions.js';

export const containerStatusExitFinal: Contract = {
  id: 'container.status.exit-final',
  level: 'must',
  since: '0.1.0',
  title: 'The exit code of an EXITED container never changes',
  reference: {
    source: 'CRI v1, ContainerStatus.exit_code',
    says: 'the code is valid as soon as EXITED is visible',
  },
  consequence: 'The kubelet acts on one exit code and reports another.',
  covers: ['CST-005', 'E4'],
  check: (evidence) =>
    judgeEach(
      evidence
        .containers()
        .map(exitedStatuses)
        .filter((views) => views.length > 1),
      'no exited container was read twice',
      (views) => {
        const codes = [...new Set(views.map(({ status }) => status.exit_code ?? 0))];
        return holds(
          views.map(({ call }) => call),
          codes.length === 1,
          { expected: 'one exit code', actual: codes.join(', then ') },
        );
      },
    ),
};
