// SPDX-License-Identifier: Apache-2.0
import type { ContainerAnswer } from '#evidence/history/container-history.js';
import { beganAfter } from '#evidence/history/order.js';
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';
import { held } from '../../verdict.js';

export const containerStatusStateForward: Contract = {
  id: 'container.status.state-forward',
  level: 'must',
  since: '0.1.0',
  title: 'The state of a container only moves on: CREATED, RUNNING, EXITED',
  reference: {
    source: 'kubelet, pod lifecycle event generator; CRI v1, ContainerState',
    says: 'an exited container stays exited; the runtime restarts nothing on its own',
  },
  consequence: 'The kubelet sees deaths and starts that did not happen, and restarts running containers.',
  covers: ['CTR-006', 'L3', 'CST-019', 'CST-026'],
  check: (evidence) =>
    judgeEach(
      evidence.containers().filter(({ views }) => views.length > 1),
      'no container was read twice',
      ({ views }) => {
        const back = views.find((later) =>
          views.some(
            (earlier) => beganAfter(later.call, earlier.call) && age[later.state] < age[earlier.state],
          ),
        );
        const before = views.find(
          (earlier) =>
            back !== undefined && beganAfter(back.call, earlier.call) && age[back.state] < age[earlier.state],
        );
        if (back === undefined || before === undefined) return held(views.map(({ call }) => call.seq));
        return holds([before.call, back.call], false, {
          expected: `nothing before ${before.state} once that was seen`,
          actual: `${back.state} in a later ${back.call.rpc}`,
        });
      },
    ),
};

const age = {
  CONTAINER_CREATED: 0,
  CONTAINER_RUNNING: 1,
  CONTAINER_UNKNOWN: 1,
  CONTAINER_EXITED: 2,
} as const satisfies Record<ContainerAnswer['state'], number>;
