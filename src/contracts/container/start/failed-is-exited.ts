// SPDX-License-Identifier: Apache-2.0
import { isRefused, type RecordedCall } from '#evidence/call.js';
import { containerState, statusViews, type ContainerHistory } from '#evidence/history/container-history.js';
import { isUndisturbed } from '#evidence/history/order.js';
import { parseInt64 } from '#evidence/timestamps.js';
import type { ContainerStatus } from '#cri/proto/generated/messages.js';
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';
import { noRefusedStart } from '../../occasions/refused-programs.js';
import { held } from '../../verdict.js';

export const containerStartFailedIsExited: Contract = {
  id: 'container.start.failed-is-exited',
  level: 'should',
  since: '0.1.0',
  title: 'A container whose start failed is EXITED with the exit code of a failure and a time, or gone',
  reference: {
    source: 'kubelet, doBackOff and ShouldContainerBeRestarted',
    says: 'crash back-off and restart policy look at exited containers only',
  },
  consequence: 'A new instance is started every few seconds without back-off, even with restartPolicy Never.',
  covers: ['CTR-005'],
  check: (evidence) => {
    const reads = evidence.containers().flatMap(readsAfterRefusedStart);
    if (reads.length === 0) return noRefusedStart(evidence, 'no container was read after a refused start');
    return judgeEach(reads, '', ({ start, call, status }) => {
      if (status === undefined) return held([start.seq, call.seq]);
      const { exit_code: code = 0, finished_at: finished } = status;
      const state = containerState(status.state);
      const isFailure = code !== 0 && code !== killed && parseInt64(finished) > 0n;
      return holds([start, call], state === 'CONTAINER_EXITED' && isFailure, {
        expected: `CONTAINER_EXITED with an exit_code that is neither 0 nor ${killed} and finished_at, or NOT_FOUND`,
        actual: `${state}, exit_code ${code}, finished_at ${finished ?? '0'}`,
      });
    });
  },
};

/** What never ran, nobody can have killed. */
const killed = 137;

interface Read {
  readonly start: RecordedCall;
  readonly call: RecordedCall;
  /** Undefined: the container is gone. */
  readonly status: ContainerStatus | undefined;
}

function readsAfterRefusedStart(life: ContainerHistory): readonly Read[] {
  const [start] = life.starts;
  if (start === undefined || !isRefused(start)) return [];
  const gone = life.absences.filter((read) => isUndisturbed(read, start, life.changes));
  const read = statusViews(life).filter(({ call }) => isUndisturbed(call, start, life.changes));
  return [
    ...gone.map((call) => ({ start, call, status: undefined })),
    ...read.map(({ call, status }) => ({ start, call, status })),
  ];
}
