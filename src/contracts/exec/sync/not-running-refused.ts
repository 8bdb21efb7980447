// SPDX-License-Identifier: Apache-2.0
import type { RecordedCall } from '#evidence/call.js';
import type { Evidence } from '#evidence/evidence.js';
import { tookMs } from '#evidence/history/order.js';
import type { Contract } from '../../contract.js';
import { endingOf, holds, judgeEach, mustBeRefused } from '../../judging/judging.js';
import { execSlackMs } from '../../occasions/services/exec-pace.js';
import { notRunning } from '../../occasions/services/not-running.js';

export const execSyncNotRunningRefused: Contract = {
  id: 'exec.sync.not-running-refused',
  level: 'must',
  since: '0.1.0',
  title: 'ExecSync in a container that does not run or exist is refused without delay',
  reference: {
    source: 'CRI v1, RPC ExecSync; kubelet, prober',
    says: 'there is nothing to execute a command in; any code except DEADLINE_EXCEEDED is fine',
  },
  consequence: 'Probes of dead containers hang or succeed.',
  covers: ['EXE-007', 'X5'],
  check: (evidence) =>
    judgeEach(
      evidence.of('ExecSync').filter((exec) => notRunning(evidence, exec)),
      'nothing was executed in a container that does not run',
      (exec) => judged(evidence, exec),
    ),
};

function judged(evidence: Evidence, exec: RecordedCall<'ExecSync'>) {
  const slackMs = execSlackMs(evidence);
  if (exec.outcome.kind === 'refused' && tookMs(exec) > slackMs)
    return holds([exec], false, {
      expected: `refused within ${Math.round(slackMs)} ms`,
      actual: `${endingOf(exec)} after ${Math.round(tookMs(exec))} ms`,
    });
  return mustBeRefused(exec, 'refused, and not as DEADLINE_EXCEEDED: the container does not run', [
    'DEADLINE_EXCEEDED',
  ]);
}
