// SPDX-License-Identifier: Apache-2.0
import type { ContainerHistory, ContainerAnswer } from '#evidence/history/container-history.js';
import type { Evidence } from '#evidence/evidence.js';
import { beganAfter, tookMs } from '#evidence/history/order.js';
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';
import { firstStart, programOf } from '../../occasions/occasions.js';
import { unexercised } from '../../verdict.js';

export const containerStatusExitNoticed: Contract = {
  id: 'container.status.exit-noticed',
  level: 'must',
  since: '0.1.0',
  title: 'A container whose program has ended is shown as EXITED soon, without any call',
  reference: {
    source: 'CRI v1, ContainerState; kubelet, pod lifecycle event generator',
    says: 'the kubelet waits for EXITED, and nothing else tells it that a container has ended',
  },
  consequence: 'Jobs never complete, and crashed containers are not restarted.',
  covers: ['L5'],
  check: (evidence) =>
    judgeEach(
      evidence.containers().filter((life) => endsByItself(life)),
      'no container was seen to end by itself',
      (life) => {
        const start = firstStart(life);
        if (start === undefined) return unexercised('no container ran');
        const dueMs = start.endedMs + (programOf(life)?.mostMs ?? 0) + patienceMs(life);
        const late = life.views.find((view) => isStale(evidence, view, dueMs));
        const end = life.views.find(({ state }) => state === 'CONTAINER_EXITED');
        if (late === undefined)
          return end === undefined
            ? unexercised('its end was not waited for')
            : holds([start, end.call], true, { expected: '', actual: '' });
        return holds([start, late.call], false, {
          expected: `EXITED within ${Math.round(patienceMs(life))} ms of the end of its program`,
          actual: `${late.state} ${Math.round(late.call.beganMs - dueMs + patienceMs(life))} ms after it`,
        });
      },
    ),
};

/** It started, its program has an end, and that end is near. */
function endsByItself(life: ContainerHistory): boolean {
  return firstStart(life) !== undefined && Number.isFinite(programOf(life)?.mostMs ?? Infinity);
}

/** Shown as running although it must have ended long ago. */
function isStale(evidence: Evidence, { state, call }: ContainerAnswer, dueMs: number): boolean {
  if (state !== 'CONTAINER_RUNNING' || call.beganMs <= dueMs) return false;
  return evidence.outages().every(({ stoppingMs }) => stoppingMs > call.endedMs);
}

const leastMs = 15_000;

/** A node that is slow to make and start a container is slow to run it and to notice its end as well. */
function patienceMs(life: ContainerHistory): number {
  const start = firstStart(life);
  const madeMs =
    tookMs(life.create) + (start === undefined || !beganAfter(start, life.create) ? 0 : tookMs(start));
  return leastMs + 5 * madeMs;
}
