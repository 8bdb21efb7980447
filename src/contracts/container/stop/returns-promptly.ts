// SPDX-License-Identifier: Apache-2.0
import { isAnswered } from '#evidence/call.js';
import type { Evidence } from '#evidence/evidence.js';
import { tookMs } from '#evidence/history/order.js';
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';
import { scaledMs } from '../../judging/node-pace.js';
import { isEndedBefore, isKeptUntil } from '../../occasions/occasions.js';
import { gracefulStops, type GracefulStop } from '../../occasions/stops.js';

export const containerStopReturnsPromptly: Contract = {
  id: 'container.stop.returns-promptly',
  level: 'must',
  since: '0.1.0',
  title: 'StopContainer answers as soon as the program has exited, not after the whole timeout',
  reference: {
    source: 'CRI v1, RPC StopContainer; kubelet, killContainer',
    says: 'the timeout is a maximum, not a minimum',
  },
  consequence: 'Every deletion of a pod takes its whole grace period.',
  covers: ['STP-006', 'S2'],
  check: (evidence) => {
    const boundMs = scaledMs(evidence, { fastMs: 8_000, slowMs: 20_000 });
    return judgeEach(
      [...gracefulStops(evidence), ...stopsOfEnded(evidence)].filter(
        ({ needsMs, timeoutMs }) => timeoutMs - needsMs >= 1.2 * boundMs,
      ),
      'no container was stopped that ends long before the timeout',
      ({ stop, needsMs }) => {
        const took = tookMs(stop);
        return holds([stop], took <= needsMs + boundMs, {
          expected: `an answer within ${needsMs + boundMs} ms, the program ends after ${needsMs} ms`,
          actual: `OK after ${Math.round(took)} ms`,
        });
      },
    );
  },
};

/** There is nothing to wait for. */
function stopsOfEnded(evidence: Evidence): readonly Pick<GracefulStop, 'stop' | 'timeoutMs' | 'needsMs'>[] {
  return evidence.containers().flatMap((life) =>
    life.stops
      .filter(isAnswered)
      .filter((stop) => isEndedBefore(life, stop) && isKeptUntil(life, stop))
      .map((stop) => ({ stop, timeoutMs: Number(stop.request.timeout ?? '0') * 1000, needsMs: 0 })),
  );
}
