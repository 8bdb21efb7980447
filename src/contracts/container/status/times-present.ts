// SPDX-License-Identifier: Apache-2.0
import { statusViews } from '#evidence/history/container-history.js';
import { parseInt64 } from '#evidence/timestamps.js';
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';

export const containerStatusTimesPresent: Contract = {
  id: 'container.status.times-present',
  level: 'must',
  since: '0.1.0',
  title: 'started_at is set while RUNNING, and finished_at once EXITED',
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
        .flatMap(statusViews)
        .filter(({ state }) => state === 'CONTAINER_RUNNING' || state === 'CONTAINER_EXITED'),
      'no status of a running or exited container was read',
      ({ call, state, status }) => {
        const field = state === 'CONTAINER_RUNNING' ? 'started_at' : 'finished_at';
        return holds([call], parseInt64(status[field]) > 0n, {
          expected: `${field} above 0 in ${state}`,
          actual: `${field} ${status[field] ?? '0'}`,
        });
      },
    ),
};
