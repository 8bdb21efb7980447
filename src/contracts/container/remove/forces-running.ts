// SPDX-License-Identifier: Apache-2.0
import type { RecordedCall } from '#evidence/call.js';
import type { ContainerHistory } from '#evidence/history/container-history.js';
import { beganAfter } from '#evidence/history/order.js';
import type { Contract } from '../../contract.js';
import { judgeEach, mustSucceed } from '../../judging/judging.js';
import { programOf } from '../../occasions/occasions.js';

export const containerRemoveForcesRunning: Contract = {
  id: 'container.remove.forces-running',
  level: 'must',
  since: '0.1.0',
  title: 'RemoveContainer kills and removes a container that still runs',
  reference: {
    source: 'CRI v1, RPC RemoveContainer',
    says: 'a running container is killed and removed',
  },
  consequence: 'Containers that were not stopped can never be cleaned up.',
  covers: ['RMV-001'],
  check: (evidence) =>
    judgeEach(
      evidence
        .containers()
        .flatMap((life) =>
          life.removes.filter(
            (remove) => programOf(life)?.endsByItself !== true && isStillRunning(life, remove),
          ),
        ),
      'no running container was removed',
      (remove) => mustSucceed(remove, 'RemoveContainer of a running container'),
    ),
};

function isStillRunning(life: ContainerHistory, remove: RecordedCall): boolean {
  const others = life.changes.filter(({ rpc, seq }) => rpc !== 'StartContainer' && seq !== remove.seq);
  const last = life.views.filter(({ call }) => beganAfter(remove, call)).at(-1);
  return last?.state === 'CONTAINER_RUNNING' && others.every((other) => beganAfter(other, remove));
}
