// SPDX-License-Identifier: Apache-2.0
import { isAnswered } from '#evidence/call.js';
import type { Contract } from '../../contract.js';
import { execsOfGuest, hadItsTime } from '../../occasions/guest-execs.js';
import { holds, judgeEach, mustSucceed } from '../../judging/judging.js';

export const execSyncExitCode: Contract = {
  id: 'exec.sync.exit-code',
  level: 'must',
  since: '0.1.0',
  title: 'ExecSync answers OK with the exit code of the command, even if that is not zero',
  reference: {
    source: 'CRI v1, ExecSyncResponse.exit_code; kubelet, exec probe',
    says: 'a command that fails is a result, not an error of the call',
  },
  consequence: 'A failing probe does not count as failing, and a working one may count as failed.',
  covers: ['EXE-001', 'X1'],
  check: (evidence) =>
    judgeEach(
      execsOfGuest(evidence).filter(
        ({ exec, program }) => program.endsByItself && hadItsTime(exec, program.mostMs),
      ),
      'no command with a known exit code was executed',
      ({ exec, program }) => {
        const expected = `OK with exit_code ${[...program.exitCodes].join(' or ')}`;
        if (!isAnswered(exec)) return mustSucceed(exec, expected);
        const code = exec.outcome.response.exit_code ?? 0;
        return holds([exec], program.exitCodes.has(code), { expected, actual: `exit_code ${code}` });
      },
    ),
};
