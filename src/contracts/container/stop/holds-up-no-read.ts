// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';
import { besides, heldUpWords, isHeldUp, readsOf } from '../../occasions/services/held-up.js';
import { longStops } from '../../occasions/objects/stops-under-way.js';

export const containerStopHoldsUpNoRead: Contract = {
  id: 'container.stop.holds-up-no-read',
  level: 'must',
  since: '0.1.0',
  title:
    'Lists, statuses and the rotation of logs are answered while a container is being stopped, not when that is over',
  reference: {
    source: 'kubelet, pod lifecycle event generator and pod workers',
    says: 'one call that takes its time must not hold up those about other objects',
  },
  consequence: 'While one pod is being deleted the node looks dead: PLEG is not healthy.',
  covers: ['Q3', 'GEN-007'],
  check: (evidence) =>
    judgeEach(
      longStops(evidence, shortestMs).flatMap(({ stop }) => besides(stop, readsOf(evidence))),
      'nothing was read while a container was being stopped for long',
      (beside) => holds([beside.long, beside.other], !isHeldUp(evidence, beside), heldUpWords(beside)),
    ),
};

const shortestMs = 4_000;
