// SPDX-License-Identifier: Apache-2.0
import { madeUpIdPrefix } from '#base/made-up-id.js';
import { isAnswered } from '#evidence/call.js';
import { tookMs } from '#evidence/history/order.js';
import type { Contract } from '../../contract.js';
import { execSlackMs } from '../../occasions/services/exec-pace.js';
import { isRunningAt } from '../../occasions/occasions.js';
import { endingOf, holds, judgeEach, mustBeRefused } from '../../judging/judging.js';

export const execSyncMissingProgramFails: Contract = {
  id: 'exec.sync.missing-program-fails',
  level: 'must',
  since: '0.1.0',
  title: 'ExecSync of a program that does not exist fails promptly',
  reference: {
    source: 'CRI v1, RPC ExecSync',
    says: 'the call fails, or has the exit code of a shell that cannot find the program; there is nothing to wait for',
  },
  consequence: 'Broken probes and hooks count as passed, or hold up their pod.',
  covers: ['EXE-009'],
  check: (evidence) =>
    judgeEach(
      evidence
        .containers()
        .flatMap((life) =>
          life.execs.filter(
            (exec) =>
              (exec.request.cmd?.[0] ?? '').startsWith(`/${madeUpIdPrefix}`) && isRunningAt(life, exec),
          ),
        ),
      'no program was executed that does not exist',
      (exec) => {
        const slackMs = execSlackMs(evidence);
        const expected = `refused, or a non-zero exit_code, within ${Math.round(slackMs)} ms`;
        if (tookMs(exec) > slackMs && ['ok', 'refused'].includes(exec.outcome.kind))
          return holds([exec], false, {
            expected,
            actual: `${endingOf(exec)} after ${Math.round(tookMs(exec))} ms`,
          });
        if (!isAnswered(exec)) return mustBeRefused(exec, expected);
        const code = exec.outcome.response.exit_code ?? 0;
        return holds([exec], code !== 0, { expected, actual: 'OK with exit_code 0' });
      },
    ),
};
