// SPDX-License-Identifier: Apache-2.0
import { endedWhileDown } from '../../occasions/ended-away.js';
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';

export const restartExitCodeKept: Contract = {
  id: 'restart.exit.code-kept',
  level: 'must',
  since: '0.1.0',
  title: 'A container that ended while the runtime was down has the exit code of its program',
  reference: {
    source: 'CRI v1, ContainerStatus.exit_code; kubelet, computePodPhase',
    says: 'the code decides on restarts and on the phase of the pod, whether the daemon saw the exit or not',
  },
  consequence: 'A job that completed during an update of the runtime counts as failed and runs again.',
  covers: ['E4', 'E1'],
  check: (evidence) =>
    judgeEach(
      endedWhileDown(evidence).flatMap(({ exitCode, after }) =>
        after.flatMap(({ state, call, status }) =>
          exitCode === undefined || state !== 'CONTAINER_EXITED' ? [] : [{ exitCode, call, status }],
        ),
      ),
      'no container was seen that ended with a known exit code while the daemon was down',
      ({ exitCode, call, status }) =>
        holds([call], (status.exit_code ?? 0) === exitCode, {
          expected: `exit_code ${exitCode}`,
          actual: `exit_code ${status.exit_code ?? 0}, reason ${JSON.stringify(status.reason ?? '')}`,
        }),
    ),
};
