// SPDX-License-Identifier: Apache-2.0
import { endedWhileDown } from '../../occasions/ended-away.js';
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';

export const restartExitCodeKept: Contract = {
  id: 'restart.exit.code-kept',
  level: 'must',
  since: '0.1.0',
  title: 'A container that ended while the runtime was away has the exit code its program gave',
  reference: {
    source: 'CRI v1, ContainerStatus.exit_code; kubelet, computePodPhase',
    says: 'the code decides on restarts and on the fate of the pod, whoever was there to see the exit',
  },
  consequence: 'A job that was done during an update of the runtime counts as failed and is run again.',
  covers: ['E4', 'RS3', 'E1'],
  check: (evidence) =>
    judgeEach(
      endedWhileDown(evidence).flatMap(({ exitCode, after }) =>
        after.flatMap(({ state, call, status }) =>
          exitCode === undefined || state !== 'CONTAINER_EXITED' ? [] : [{ exitCode, call, status }],
        ),
      ),
      'no container was seen that ended with a known exit code while the daemon was away',
      ({ exitCode, call, status }) =>
        holds([call], (status.exit_code ?? 0) === exitCode, {
          expected: `exit_code ${exitCode}`,
          actual: `exit_code ${status.exit_code ?? 0}, reason ${JSON.stringify(status.reason ?? '')}`,
        }),
    ),
};
