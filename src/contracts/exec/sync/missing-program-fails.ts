// SPDX-License-Identifier: Apache-2.0
import { isAnswered } from '#evidence/call.js';
import type { Contract } from '../../contract.js';
import { holds, judgeEach, mustBeRefused } from '../../judging/judging.js';
import { isRunningAt } from '../../occasions/occasions.js';

export const execSyncMissingProgramFails: Contract = {
  id: 'exec.sync.missing-program-fails',
  level: 'must',
  since: '0.1.0',
  title: 'ExecSync of a program that does not exist fails',
  reference: {
    source: 'CRI v1, RPC ExecSync',
    says: 'the call fails, or has the exit code of a shell that cannot find the program',
  },
  consequence: 'Broken probes and hooks count as passed.',
  covers: ['EXE-009', 'X1'],
  check: (evidence) =>
    judgeEach(
      evidence
        .containers()
        .flatMap((life) =>
          life.execs.filter(
            (exec) =>
              (exec.request.cmd?.[0] ?? '').startsWith('/criprobe-unknown') && isRunningAt(life, exec),
          ),
        ),
      'no program was executed that does not exist',
      (exec) => {
        if (!isAnswered(exec)) return mustBeRefused(exec, 'refused, or a non-zero exit_code');
        const code = exec.outcome.response.exit_code ?? 0;
        return holds([exec], code !== 0, {
          expected: 'refused, or a non-zero exit_code',
          actual: 'OK with exit_code 0',
        });
      },
    ),
};
