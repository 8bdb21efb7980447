// SPDX-License-Identifier: Apache-2.0
import type { RecordedCall } from '#evidence/call.js';
import type { Evidence } from '#evidence/evidence.js';
import { endMs, tookMs } from '#evidence/history/order.js';
import { parseInt64 } from '#evidence/timestamps.js';
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
      ({ stop, needsMs, timeoutMs, after }) => {
        const leastMs = Math.min(needsMs, timeoutMs);
        const took = tookMs(stop);
        const end = after.find(
          ({ status }) => livedMs(evidence, stop, status.finished_at) < leastMs - slackMs,
        );
        const lived = livedMs(evidence, stop, end?.status.finished_at);
        return holds(
          end === undefined ? [stop] : [stop, end.call],
          Math.min(took, lived) >= leastMs - slackMs,
          {
            expected: `the program has ${leastMs} ms, the shorter of the grace period and what it needs`,
            actual:
              lived < took
                ? `finished_at ${Math.round(lived)} ms after the call began`
                : `OK after ${Math.round(took)} ms`,
          },
        );
      },
    ),
};

/** How long the program went on by the runtime's own account; whole seconds say too little. */
function livedMs(evidence: Evidence, stop: RecordedCall, finishedAt: string | undefined): number {
  const finished = parseInt64(finishedAt);
  if (finished % 1_000_000_000n === 0n) return Number.POSITIVE_INFINITY;
  // A clock that was set back meanwhile shows only the rest of that time.
  if (evidence.setBackNs(stop.beganMs, endMs(stop)) > 0n) return Number.POSITIVE_INFINITY;
  const { from } = evidence.wallWindow(stop.beganMs, endMs(stop));
  return Number(finished - from) / 1_000_000;
}

/** Timers of the program and of the runtime may fire a little early. */
const slackMs = 100;
