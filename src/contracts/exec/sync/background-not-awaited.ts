// SPDX-License-Identifier: Apache-2.0
import { isAnswered } from '#evidence/call.js';
import { tookMs } from '#evidence/history/order.js';
import type { Contract } from '../../contract.js';
import { backgroundExecs } from '../../occasions/services/background-execs.js';
import { endingOf, holds, judgeEach } from '../../judging/judging.js';

export const execSyncBackgroundNotAwaited: Contract = {
  id: 'exec.sync.background-not-awaited',
  level: 'should',
  since: '0.1.0',
  title: 'ExecSync answers when its command has ended, although a process it left behind holds its output',
  reference: {
    source: 'CRI v1, RPC ExecSync; kubernetes/kubernetes#92057',
    says: 'the result of the command is its exit code; output still open elsewhere does not delay it',
  },
  consequence: 'A probe or hook that starts a daemon fails by timeout, though it succeeded.',
  covers: ['EXE-011'],
  check: (evidence) =>
    judgeEach(backgroundExecs(evidence), 'no command left a process behind', ({ exec, holdsMs }) => {
      const isOk = isAnswered(exec) && (exec.outcome.response.exit_code ?? 0) === 0;
      return holds([exec], isOk && tookMs(exec) < holdsMs, {
        expected: 'OK with exit_code 0, before the process that was left behind ends',
        actual: `${isAnswered(exec) ? `exit_code ${exec.outcome.response.exit_code ?? 0}` : endingOf(exec)} after ${Math.round(tookMs(exec))} ms`,
      });
    }),
};
