// SPDX-License-Identifier: Apache-2.0
import { isUnanswered } from '#evidence/call.js';
import type { Evidence } from '#evidence/evidence.js';
import { tookMs } from '#evidence/history/order.js';
import type { Contract } from '../../contract.js';
import { execSlackMs } from '../../occasions/services/exec-pace.js';
import { execsOfGuest, type GuestExec } from '../../occasions/guest-execs.js';
import { endingOf, holds, judgeEach } from '../../judging/judging.js';
import { undecided } from '../../verdict.js';

export const execSyncTimeoutBounded: Contract = {
  id: 'exec.sync.timeout-bounded',
  level: 'must',
  since: '0.1.0',
  title: 'ExecSync ends soon after its timeout',
  reference: {
    source: 'CRI v1, ExecSyncRequest.timeout',
    says: 'after the timeout the command is killed and the call answers',
  },
  consequence: 'A hanging probe blocks its worker, and processes pile up at the rate of the probe.',
  covers: ['X3'],
  check: (evidence) =>
    judgeEach(overdue(evidence), 'no command outlasted its timeout', ({ exec, timeoutMs }) => {
      const boundMs = execSlackMs(evidence);
      if (isUnanswered(exec)) return undecided([exec.seq], `ExecSync: ${endingOf(exec)}`);
      const took = tookMs(exec);
      return holds([exec], took <= timeoutMs + boundMs, {
        expected: `an answer within ${Math.round(timeoutMs + boundMs)} ms`,
        actual: `${endingOf(exec)} after ${Math.round(took)} ms`,
      });
    }),
};

/** Long enough that an answer in time cannot be the end of the command. */
const sparesMs = 50_000;

function overdue(evidence: Evidence): readonly GuestExec[] {
  return execsOfGuest(evidence).filter(
    ({ program, timeoutMs }) => timeoutMs > 0 && program.lastsMs >= timeoutMs + sparesMs,
  );
}
