// SPDX-License-Identifier: Apache-2.0
import { isUnanswered } from '#evidence/call.js';
import { tookMs } from '#evidence/history/order.js';
import type { Contract } from '../../contract.js';
import { execSlackMs } from '../../occasions/services/exec-pace.js';
import { backgroundExecs } from '../../occasions/services/background-execs.js';
import { endingOf, holds, judgeEach } from '../../judging/judging.js';
import { undecided } from '../../verdict.js';

export const execSyncBackgroundBounded: Contract = {
  id: 'exec.sync.background-bounded',
  level: 'must',
  since: '0.1.0',
  title: 'A process that a command leaves behind does not hold ExecSync beyond its timeout',
  reference: {
    source: 'CRI v1, ExecSyncRequest.timeout',
    says: 'the call ends with its timeout, whoever still holds the output of the command',
  },
  consequence:
    'A probe that starts a daemon holds up its worker until the kubelet itself gives up, minutes later.',
  covers: ['X4'],
  check: (evidence) =>
    judgeEach(
      backgroundExecs(evidence).filter(
        ({ timeoutMs, holdsMs }) => timeoutMs > 0 && holdsMs > timeoutMs + sparesMs,
      ),
      'no command left a process behind that outlasted the timeout',
      ({ exec, timeoutMs, holdsMs }) => {
        if (isUnanswered(exec)) return undecided([exec.seq], `ExecSync: ${endingOf(exec)}`);
        const boundMs = Math.min(timeoutMs + execSlackMs(evidence), holdsMs - 1_000);
        return holds([exec], tookMs(exec) <= boundMs, {
          expected: `an answer within ${Math.round(boundMs)} ms`,
          actual: `${endingOf(exec)} after ${Math.round(tookMs(exec))} ms`,
        });
      },
    ),
};

/** Enough time to tell an answer after the timeout from one after the end of that process. */
const sparesMs = 20_000;
