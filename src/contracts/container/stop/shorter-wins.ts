// SPDX-License-Identifier: Apache-2.0
import { isAnswered } from '#evidence/call.js';
import { endMs, tookMs } from '#evidence/history/order.js';
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';
import {
  isDeaf,
  stopsAtOnce,
  timeoutMsOf,
  type StopsAtOnce,
} from '../../occasions/objects/stops-under-way.js';

export const containerStopShorterWins: Contract = {
  id: 'container.stop.shorter-wins',
  level: 'must',
  since: '0.1.0',
  title: 'A second StopContainer with a shorter timeout ends the container when that is over',
  reference: {
    source: 'CRI v1, StopContainerRequest.timeout; kubelet, pod worker',
    says: 'the kubelet shortens a grace period by stopping again with what is left of the new one',
  },
  consequence: 'Deleting a pod again, with less grace, changes nothing.',
  covers: ['S2', 'STP-003'],
  check: (evidence) =>
    judgeEach(
      stopsAtOnce(evidence).filter(
        (stops) => isShortened(stops) && isDeaf(evidence, stops.life, stops.first),
      ),
      'no stop was shortened by another',
      ({ first, second }) => {
        const latestMs = first.beganMs + timeoutMsOf(first) - earlyMs;
        return holds([first, second], endMs(second) < latestMs, {
          expected: `an answer soon after its ${timeoutMsOf(second)} ms, the program ignores the signal`,
          actual: `OK after ${Math.round(tookMs(second))} ms, when the ${timeoutMsOf(first)} ms of the first were over`,
        });
      },
    ),
};

/** A runtime that waits for the first timeout may be a little early. */
const earlyMs = 500;

/** A slow machine needs time to kill. */
const roomMs = 15_000;

function isShortened({ first, second }: StopsAtOnce): boolean {
  if (!isAnswered(second)) return false;
  return first.beganMs + timeoutMsOf(first) - (second.beganMs + timeoutMsOf(second)) > roomMs;
}
