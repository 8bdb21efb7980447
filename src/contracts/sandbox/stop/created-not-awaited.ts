// SPDX-License-Identifier: Apache-2.0
import { type RecordedCall, isAnswered } from '#evidence/call.js';
import type { ContainerHistory } from '#evidence/history/container-history.js';
import { beganAfter, tookMs } from '#evidence/history/order.js';
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';
import { scaledMs, type TimeBound } from '../../judging/node-pace.js';
import { isEndedBefore, isGoneBefore } from '../../occasions/occasions.js';

export const sandboxStopCreatedNotAwaited: Contract = {
  id: 'sandbox.stop.created-not-awaited',
  level: 'should',
  since: '0.1.0',
  title: 'StopPodSandbox does not wait for a container that was created but never started',
  reference: {
    source: 'CRI v1, RPC StopPodSandbox; kubelet, killPodWithSyncResult',
    says: 'a container that never started has no program to wait for, and the call has no grace period',
  },
  consequence: 'A pod whose container was never started stays in Terminating until the call times out.',
  covers: ['SBX-013'],
  check: (evidence) => {
    const boundMs = scaledMs(evidence, bound);
    return judgeEach(
      evidence.sandboxes().flatMap(({ id, stops: [stop] }) => {
        const containers = evidence.containers().filter(({ sandboxId }) => sandboxId === id);
        return stop !== undefined && isWaitForNothing(containers, stop, boundMs) ? [stop] : [];
      }),
      'no sandbox with only created containers was stopped',
      (stop) => {
        const took = Math.round(tookMs(stop));
        return holds([stop], took <= boundMs, {
          expected: `an answer within ${boundMs} ms, as nothing runs in the sandbox`,
          actual: `${isAnswered(stop) ? 'OK' : 'given up'} after ${took} ms`,
        });
      },
    );
  },
};

/** A slow machine takes time to tear down a network; a runtime that waits does so for a minute or more. */
const bound: TimeBound = { fastMs: 12_000, slowMs: 30_000 };

/** Nothing was running in the sandbox any more. A call that was cancelled early says nothing. */
function isWaitForNothing(
  containers: readonly ContainerHistory[],
  stop: RecordedCall,
  boundMs: number,
): boolean {
  const isWaitedFor = stop.outcome.kind === 'unanswered' && tookMs(stop) > boundMs;
  if (!(isAnswered(stop) || isWaitedFor) || !containers.some((life) => isCreatedOnly(life, stop)))
    return false;
  return containers.every(
    (life) => isCreatedOnly(life, stop) || isEndedBefore(life, stop) || isGoneBefore(life, stop),
  );
}

/** Seen CREATED and not yet removed, and no start of it was answered. */
function isCreatedOnly(life: ContainerHistory, stop: RecordedCall): boolean {
  const last = life.views.filter(({ call }) => beganAfter(stop, call)).at(-1);
  return last?.state === 'CONTAINER_CREATED' && !life.starts.some(isAnswered) && !isGoneBefore(life, stop);
}
