// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';
import { exitedStatuses, firstStart, isLeftAlone, programOf } from '../../occasions/occasions.js';

export const containerStatusExitCodeTrue: Contract = {
  id: 'container.status.exit-code-true',
  level: 'must',
  since: '0.1.0',
  title: 'The exit code of a container that ended by itself is that of its program',
  reference: {
    source: 'CRI v1, ContainerStatus.exit_code; kubelet, computePodPhase',
    says: 'the code decides on restarts and on the phase of the pod, also for programs of a few milliseconds',
  },
  consequence: 'Failed jobs count as completed, and completed ones run again.',
  covers: ['CST-005', 'E1'],
  check: (evidence) =>
    judgeEach(
      evidence.containers().flatMap((life) => {
        const codes = programOf(life)?.exitCodes;
        if (codes === undefined || codes.size === 0 || firstStart(life) === undefined) return [];
        return exitedStatuses(life)
          .filter(({ call }) => isLeftAlone(life, call))
          .map(({ call, status }) => ({ codes, call, status }));
      }),
      'no container was seen to end by itself with a known exit code',
      ({ codes, call, status }) =>
        holds([call], codes.has(status.exit_code ?? 0), {
          expected: `exit_code ${[...codes].join(' or ')}`,
          actual: `exit_code ${status.exit_code ?? 0}`,
        }),
    ),
};
