// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';
import { gracefulStops } from '../../occasions/stops.js';

export const containerStatusSignalExitCode: Contract = {
  id: 'container.status.signal-exit-code',
  level: 'must',
  since: '0.1.0',
  title: 'A container that a signal killed has exit code 128 plus the number of the signal',
  reference: {
    source: 'practice of all container runtimes, after the shell',
    says: 'death by signal n shows as 128 and n: 143 for TERM, 137 for KILL',
  },
  consequence: 'Rules of users and controllers for exit codes 137 or 143 do not match.',
  covers: ['CST-006', 'E1', 'STP-004'],
  check: (evidence) =>
    judgeEach(
      gracefulStops(evidence).filter(({ code }) => code > 128),
      'no container was seen to be ended by a signal',
      ({ stop, code, after }) =>
        judgeEach(after, 'no status was read after it', ({ call, status }) =>
          holds([stop, call], (status.exit_code ?? 0) === code, {
            expected: `exit_code ${code}`,
            actual: `exit_code ${status.exit_code ?? 0}`,
          }),
        ),
    ),
};
