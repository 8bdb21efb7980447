// SPDX-License-Identifier: Apache-2.0
import { beganAfter } from '#evidence/history/order.js';
import type { Contract } from '../../contract.js';
import { judgeEach, mustBeRefused } from '../../judging/judging.js';
import { firstStart, isKeptUntil } from '../../occasions/occasions.js';

export const containerStartOnce: Contract = {
  id: 'container.start.once',
  level: 'must',
  since: '0.1.0',
  title: 'A container that was started is not started a second time',
  reference: {
    source: 'CRI v1, RPC StartContainer; kubelet, pod lifecycle event generator',
    says: 'a container runs once: to run the program again, the kubelet creates a new one',
  },
  consequence: 'Restart counts, exit codes and log numbers no longer match what happened.',
  covers: ['CTR-006', 'L9'],
  check: (evidence) =>
    judgeEach(
      evidence.containers().flatMap((life) => {
        const first = firstStart(life);
        return life.starts.filter(
          (start) => first !== undefined && beganAfter(start, first) && isKeptUntil(life, start),
        );
      }),
      'no container was started twice',
      (start) => mustBeRefused(start, 'refused: the container was started before'),
    ),
};
