// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';
import { gracefulStops } from '../../occasions/stops.js';

export const containerStopHandlerFinishes: Contract = {
  id: 'container.stop.handler-finishes',
  level: 'must',
  since: '0.1.0',
  title: 'A program that ends in time after its stop signal ends with its own exit code',
  reference: {
    source: 'CRI v1, RPC StopContainer',
    says: 'a program that handles the signal within the timeout exits by itself',
  },
  consequence: 'Work is lost although the program finished in time, and the pod looks killed.',
  covers: ['STP-002', 'S2'],
  check: (evidence) =>
    judgeEach(
      gracefulStops(evidence).filter(({ code }) => code < 128),
      'no container was stopped that ends by itself in time',
      ({ stop, code, after }) =>
        judgeEach(after, 'no status was read after it', ({ call, status }) =>
          holds([stop, call], (status.exit_code ?? 0) === code, {
            expected: `exit_code ${code}`,
            actual: `exit_code ${status.exit_code ?? 0}`,
          }),
        ),
    ),
};
