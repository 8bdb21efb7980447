// SPDX-License-Identifier: Apache-2.0
import type { RecordedCall } from '#evidence/call.js';
import type { ContainerHistory } from '#evidence/history/container-history.js';
import { beganAfter } from '#evidence/history/order.js';
import type { Contract } from '../../contract.js';
import { judgeEach, mustSucceed } from '../../judging/judging.js';
import { isBeforeOutages } from '../../occasions/good-requests.js';
import { firstStart, isKeptUntil, isLeftAlone, isRunningAt } from '../../occasions/occasions.js';
import { goesOnForEver } from '../../occasions/outages.js';

export const logReopenSucceeds: Contract = {
  id: 'log.reopen.succeeds',
  level: 'must',
  since: '0.1.0',
  title: 'The log of a running container can be reopened',
  reference: {
    source: 'CRI v1, RPC ReopenContainerLog; kubelet, container log manager',
    says: 'the kubelet has renamed the log; after an error it takes that back, and tries again for ever',
  },
  consequence: 'Logs are never rotated, and fill the disk of the node.',
  covers: ['G4'],
  check: (evidence) =>
    judgeEach(
      evidence.of('ReopenContainerLog').filter((reopen) => {
        const life = evidence.container(reopen.request.container_id ?? '');
        if (life === undefined || !isBeforeOutages(evidence, reopen)) return false;
        return isRunning(life, reopen) && isKeptUntil(life, reopen);
      }),
      'no log of a running container was reopened before an outage',
      (reopen) => mustSucceed(reopen, 'ReopenContainerLog of a running container'),
    ),
};

/** It was started, and nothing ends it. */
function isRunning(life: ContainerHistory, call: RecordedCall): boolean {
  const start = firstStart(life);
  if (start === undefined || !beganAfter(call, start) || !isLeftAlone(life, call)) return false;
  return goesOnForEver(life) || isRunningAt(life, call);
}
