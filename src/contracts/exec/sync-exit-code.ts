// SPDX-License-Identifier: Apache-2.0
import { isAnswered } from '#evidence/call.js';
import { tookMs } from '#evidence/order.js';
import { type Contract, defineContract } from '../contract.js';
import { holds, judgeEach, mustSucceed } from '../judging.js';
import { execsOfGuest, type GuestExec } from '../stops.js';

export const execSyncExitCode: Contract = defineContract({
  id: 'exec.sync.exit-code',
  level: 'must',
  since: '0.1.0',
  title: 'ExecSync answers OK with the exit code of the command, also when that is not zero',
  reference: {
    source: 'CRI v1, ExecSyncResponse.exit_code; kubelet, exec probe',
    says: 'a command that fails is a result, not an error of the call',
  },
  consequence: 'A failing probe does not count as failing, and a working one may count as failed.',
  covers: ['EXE-001', 'X1'],
  check: (evidence) =>
    judgeEach(
      execsOfGuest(evidence).filter((exec) => exec.program.exitCode !== undefined && hadItsTime(exec)),
      'no command with a known exit code was executed',
      ({ exec, program }) => {
        const expected = `OK with exit_code ${program.exitCode ?? 0}`;
        if (!isAnswered(exec)) return mustSucceed(exec, expected);
        const code = exec.outcome.response.exit_code ?? 0;
        return holds([exec], code === program.exitCode, { expected, actual: `exit_code ${code}` });
      },
    ),
});

/** A slow machine may need so long to start a program. */
const slowMs = 20_000;

/** A timeout did not end it that was too short, or so short that the machine may be to blame. */
function hadItsTime({ exec, program, timeoutMs }: GuestExec): boolean {
  const spareMs = timeoutMs - program.lastsMs;
  return timeoutMs === 0 || spareMs >= slowMs || (spareMs > 0 && tookMs(exec) < timeoutMs);
}
