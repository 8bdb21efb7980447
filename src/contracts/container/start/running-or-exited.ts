// SPDX-License-Identifier: Apache-2.0
import { viewsAfter } from '#evidence/history/container-history.js';
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';
import { firstStart } from '../../occasions/occasions.js';

export const containerStartRunningOrExited: Contract = {
  id: 'container.start.running-or-exited',
  level: 'must',
  since: '0.1.0',
  title: 'After StartContainer the container is RUNNING, or EXITED if its program has already exited',
  reference: {
    source: 'CRI v1, RPC StartContainer; kubelet, computePodActions',
    says: 'an OK answer means that the process was started',
  },
  consequence: 'The kubelet creates a second instance next to the one that is still CREATED.',
  covers: ['CTR-003', 'LST-006'],
  check: (evidence) =>
    judgeEach(
      evidence.containers().flatMap((life) => {
        const start = firstStart(life);
        return start === undefined ? [] : viewsAfter(life, start).map((view) => ({ start, view }));
      }),
      'no container was read after its start',
      ({ start, view }) =>
        holds([start, view.call], view.state === 'CONTAINER_RUNNING' || view.state === 'CONTAINER_EXITED', {
          expected: 'CONTAINER_RUNNING or CONTAINER_EXITED',
          actual: `${view.state} in ${view.call.rpc}`,
        }),
    ),
};
