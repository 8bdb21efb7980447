// SPDX-License-Identifier: Apache-2.0
import { signalName, SIGTERM } from '#base/signal-numbers.js';
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';
import { gracefulStops } from '../../occasions/stops.js';

export const containerStopSignal: Contract = {
  id: 'container.stop.signal',
  level: 'should',
  since: '0.1.0',
  title: 'StopContainer sends the stop signal of the request or the image, not always TERM',
  reference: {
    source: 'OCI image configuration, StopSignal; CRI v1, ContainerConfig.stop_signal',
    says: 'an image may set the signal that asks its program to exit, and a request overrides it',
  },
  consequence: 'Programs that expect another signal are killed without cleaning up.',
  covers: ['STP-002'],
  check: (evidence) =>
    judgeEach(
      gracefulStops(evidence).filter(({ signal }) => signal !== SIGTERM),
      'no container with a stop signal of its own was stopped',
      ({ stop, signal, code, after }) =>
        judgeEach(after, 'no status was read after it', ({ call, status }) =>
          holds([stop, call], (status.exit_code ?? 0) === code, {
            expected: `exit_code ${code}, the answer to ${signalName(signal)}`,
            actual: `exit_code ${status.exit_code ?? 0}`,
          }),
        ),
    ),
};
