// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';
import { chomp, endedBeforeLook, joinedOf, logFilesOf } from '../../occasions/log-files.js';
import { programOf } from '../../occasions/occasions.js';

export const logContentCompleteAtExit: Contract = {
  id: 'log.content.complete-at-exit',
  level: 'should',
  since: '0.1.0',
  title: 'All output of a program is in its log when the container shows as EXITED',
  reference: {
    source: 'kubelet, termination message from the log',
    says: 'the kubelet reads the end of the log as soon as it sees the exit',
  },
  consequence: 'The last output of a crashing program is missing.',
  covers: ['LOG-013', 'G2'],
  check: (evidence) =>
    judgeEach(
      logFilesOf(evidence).flatMap((log) => {
        const program = programOf(log.life);
        const alone = program?.exitCode !== undefined && log.life.stops.length === 0;
        return alone && endedBeforeLook(log) && program.stdout + program.stderr !== '' && log.untouched
          ? [{ log, program }]
          : [];
      }),
      'no log was read of a program that ended by itself',
      ({ log, program }) => {
        const { stdout, stderr } = joinedOf(log);
        const expected = [chomp(program.stdout).length, chomp(program.stderr).length];
        return holds([log.life.create], stdout.length === expected[0] && stderr.length === expected[1], {
          expected: `${expected.join(' and ')} bytes of stdout and stderr`,
          actual: `${stdout.length} and ${stderr.length} bytes`,
        });
      },
    ),
};
