// SPDX-License-Identifier: Apache-2.0
import { isAnswered } from '#evidence/call.js';
import type { Contract } from '../../contract.js';
import { execsOfGuest, hadItsTime } from '../../occasions/guest-execs.js';
import { holds, judgeEach } from '../../judging/judging.js';

export const execSyncOutputExact: Contract = {
  id: 'exec.sync.output-exact',
  level: 'must',
  since: '0.1.0',
  title: 'The output of an ExecSync is what the command wrote, byte for byte',
  reference: {
    source: 'CRI v1, ExecSyncResponse.stdout',
    says: 'the output is captured as bytes and returned whole',
  },
  consequence: 'Probes and hooks that check output decide wrongly; users see truncated output.',
  covers: ['X2', 'X6'],
  check: (evidence) =>
    judgeEach(
      execsOfGuest(evidence).filter(
        ({ exec, program }) =>
          program.endsByItself &&
          isAnswered(exec) &&
          !program.stdout.isSilent &&
          hadItsTime(exec, program.mostMs),
      ),
      'no command that prints was executed',
      ({ exec, program }) => {
        const actual = isAnswered(exec)
          ? Buffer.from(exec.outcome.response.stdout ?? '', 'base64').toString()
          : '';
        return holds([exec], program.stdout.isWhole(actual), {
          expected: `stdout ${program.stdout.toString()}`,
          actual: excerpt(actual),
        });
      },
    ),
};

function excerpt(output: string): string {
  return `${output.length} bytes of stdout, ${JSON.stringify(output.length > 80 ? `${output.slice(0, 80)}…` : output)}`;
}
