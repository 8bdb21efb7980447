// SPDX-License-Identifier: Apache-2.0
import { isAnswered, isRefused } from '#evidence/call.js';
import type { Contract } from '../../contract.js';
import { execsOfGuest } from '../../occasions/guest-execs.js';
import { endingOf, holds, judgeEach, mustSucceed } from '../../judging/judging.js';

export const execSyncTimeoutRecognisable: Contract = {
  id: 'exec.sync.timeout-recognisable',
  level: 'must',
  since: '0.1.0',
  title: 'A command that outlasts its timeout ends as DEADLINE_EXCEEDED or with a non-zero exit code',
  reference: {
    source: 'CRI v1, RPC ExecSync; kubelet, exec probe',
    says: 'the kubelet counts a probe as failed on DEADLINE_EXCEEDED or on a non-zero code; it discards other errors',
  },
  consequence: 'A liveness probe that hangs never restarts its container.',
  covers: ['EXE-002', 'X3'],
  check: (evidence) =>
    judgeEach(
      execsOfGuest(evidence).filter(
        ({ program, timeoutMs }) => timeoutMs > 0 && program.lastsMs >= timeoutMs + 5000,
      ),
      'no command outlasted its timeout',
      ({ exec }) => {
        const expected = 'DEADLINE_EXCEEDED, or OK with a non-zero exit_code';
        if (isAnswered(exec)) {
          const code = exec.outcome.response.exit_code ?? 0;
          return holds([exec], code !== 0, { expected, actual: 'OK with exit_code 0' });
        }
        return isRefused(exec)
          ? holds([exec], exec.outcome.code === 'DEADLINE_EXCEEDED', { expected, actual: endingOf(exec) })
          : mustSucceed(exec, expected);
      },
    ),
};
