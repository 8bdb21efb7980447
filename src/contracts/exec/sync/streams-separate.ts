// SPDX-License-Identifier: Apache-2.0
import { isAnswered } from '#evidence/call.js';
import type { Contract } from '../../contract.js';
import { execsOfGuest, hadItsTime } from '../../occasions/guest-execs.js';
import { holds, judgeEach } from '../../judging/judging.js';
import { unexercised } from '../../verdict.js';

export const execSyncStreamsSeparate: Contract = {
  id: 'exec.sync.streams-separate',
  level: 'must',
  since: '0.1.0',
  title: 'ExecSync returns standard output and standard error apart',
  reference: { source: 'CRI v1, ExecSyncResponse', says: 'each stream has its own field' },
  consequence: 'Errors end up in the data, or data in the errors.',
  covers: ['X2'],
  check: (evidence) =>
    judgeEach(
      execsOfGuest(evidence).filter(
        ({ exec, program }) =>
          program.endsByItself &&
          isAnswered(exec) &&
          !program.stderr.isSilent &&
          hadItsTime(exec, program.mostMs),
      ),
      'no command that prints to standard error was executed',
      ({ exec, program }) => {
        if (!isAnswered(exec)) return unexercised('the command was not executed');
        const stdout = Buffer.from(exec.outcome.response.stdout ?? '', 'base64').toString();
        const stderr = Buffer.from(exec.outcome.response.stderr ?? '', 'base64').toString();
        return holds([exec], program.stdout.isWhole(stdout) && program.stderr.isWhole(stderr), {
          expected: `stdout ${program.stdout.toString()}, stderr ${program.stderr.toString()}`,
          actual: `stdout ${JSON.stringify(stdout)}, stderr ${JSON.stringify(stderr)}`,
        });
      },
    ),
};
