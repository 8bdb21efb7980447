// SPDX-License-Identifier: Apache-2.0
import { statusViews, type ContainerHistory } from '#evidence/history/container-history.js';
import { parseInt64 } from '#evidence/timestamps.js';
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';
import { firstStart } from '../../occasions/occasions.js';

export const containerStatusTimesPresent: Contract = {
  id: 'container.status.times-present',
  level: 'must',
  since: '0.1.0',
  title:
    'started_at is set from RUNNING on and kept, and there is neither finished_at nor an exit code before EXITED',
  reference: {
    source: 'CRI v1, ContainerStatus; kubelet, doBackOff and prober',
    says: 'the times are set as soon as the state is reached; probe delays and back-off depend on them',
  },
  consequence: 'Crash back-off never applies and a crashing container restarts in a hot loop.',
  covers: ['CST-003', 'CST-004'],
  check: (evidence) =>
    judgeEach(
      evidence
        .containers()
        .flatMap((life) => statusViews(life).map((view) => ({ life, ...view })))
        .filter(({ state }) => state === 'CONTAINER_RUNNING' || state === 'CONTAINER_EXITED'),
      'no status of a running or exited container was read',
      ({ life, call, state, status }) => {
        const { started_at: started = '0', finished_at: finished = '0', exit_code: code = 0 } = status;
        const must = state === 'CONTAINER_EXITED' ? atTheEnd(hasStarted(life)) : whileRunning;
        return holds([call], must.isKept(parseInt64(started), parseInt64(finished), code), {
          expected: `${must.says} in ${state}`,
          actual: `started_at ${started}, finished_at ${finished}, exit_code ${code}`,
        });
      },
    ),
};

interface Rule {
  readonly says: string;
  readonly isKept: (started: bigint, finished: bigint, code: number) => boolean;
}

const whileRunning: Rule = {
  says: 'started_at above 0, finished_at 0 and exit_code 0',
  isKept: (started, finished, code) => started > 0n && finished === 0n && code === 0,
};

const atTheEnd = (ran: boolean): Rule => ({
  says: `${ran ? 'started_at and ' : ''}finished_at above 0`,
  isKept: (started, finished) => finished > 0n && (started > 0n || !ran),
});

/** A runtime that was killed while it started the container need not know when it ran. */
function hasStarted(life: ContainerHistory): boolean {
  return firstStart(life) !== undefined;
}
