// SPDX-License-Identifier: Apache-2.0
import { tookMs } from '#evidence/history/order.js';
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';
import { gracefulStops } from '../../occasions/stops.js';

export const containerStopGraceKept: Contract = {
  id: 'container.stop.grace-kept',
  level: 'must',
  since: '0.1.0',
  title: 'A container that reacts slowly to its stop signal is not killed before the timeout',
  reference: {
    source: 'CRI v1, StopContainerRequest.timeout',
    says: 'the signal comes first, and the program has the whole time to end by itself',
  },
  consequence: 'Databases and queues are killed in the middle of their shutdown.',
  covers: ['STP-002', 'S2'],
  check: (evidence) =>
    judgeEach(
      gracefulStops(evidence).filter(
        ({ needsMs, timeoutMs }) => needsMs === Infinity || (needsMs >= 200 && needsMs < timeoutMs),
      ),
      'no container was stopped that takes time to exit',
      ({ stop, needsMs, timeoutMs }) => {
        const leastMs = Math.min(needsMs, timeoutMs);
        const took = tookMs(stop);
        return holds([stop], took >= leastMs - slackMs, {
          expected: `StopContainer lasts ${leastMs} ms, the shorter of the grace period and what the program needs`,
          actual: `OK after ${Math.round(took)} ms`,
        });
      },
    ),
};

/** Timers of the program and of the runtime may fire a little early. */
const slackMs = 100;
