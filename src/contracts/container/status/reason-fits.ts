// SPDX-License-Identifier: Apache-2.0
import { parseInt64 } from '#evidence/timestamps.js';
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';
import { exitedStatuses } from '../../occasions/occasions.js';

export const containerStatusReasonFits: Contract = {
  id: 'container.status.reason-fits',
  level: 'should',
  since: '0.1.0',
  title: 'The reason of an exit matches its code: Completed only for 0, OOMKilled only with a memory limit',
  reference: {
    source: 'CRI v1, ContainerStatus.reason; kubelet, toKubeContainerStatus',
    says: 'the reason is shown to people and decides whether an init container succeeded',
  },
  consequence: 'A crash is reported as an OOM kill, or a failure as Completed.',
  covers: ['CST-007', 'CST-008', 'E3'],
  check: (evidence) =>
    judgeEach(
      evidence.containers().flatMap((life) => exitedStatuses(life).map((view) => ({ life, view }))),
      'no exited container was read',
      ({ life, view: { call, status } }) => {
        const { reason = '', exit_code: code = 0 } = status;
        const limited = parseInt64(life.config.linux?.resources?.memory_limit_in_bytes) > 0n;
        const ok =
          !(reason === 'Completed' && code !== 0) &&
          !(reason === 'Error' && code === 0) &&
          !(reason === 'OOMKilled' && !limited);
        return holds([call], ok, { expected: `a reason that fits exit code ${code}`, actual: reason });
      },
    ),
};
