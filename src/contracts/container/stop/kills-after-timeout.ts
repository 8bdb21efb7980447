// SPDX-License-Identifier: Apache-2.0
import { tookMs } from '#evidence/history/order.js';
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';
import { scaledMs } from '../../judging/node-pace.js';
import { gracefulStops } from '../../occasions/stops.js';

export const containerStopKillsAfterTimeout: Contract = {
  id: 'container.stop.kills-after-timeout',
  level: 'must',
  since: '0.1.0',
  title: 'A program that ignores its stop signal is killed soon after the timeout',
  reference: {
    source: 'CRI v1, StopContainerRequest.timeout',
    says: 'after the timeout the container is killed',
  },
  consequence: 'Pods hang in Terminating.',
  covers: ['STP-003'],
  check: (evidence) => {
    const boundMs = scaledMs(evidence, { fastMs: 10_000, slowMs: 30_000 });
    return judgeEach(
      gracefulStops(evidence).filter(({ needsMs }) => needsMs === Infinity),
      'no container was stopped that ignores its signal',
      ({ stop, timeoutMs }) => {
        const took = tookMs(stop);
        return holds([stop], took <= timeoutMs + boundMs, {
          expected: `killed within ${timeoutMs + boundMs} ms`,
          actual: `OK after ${Math.round(took)} ms`,
        });
      },
    );
  },
};
