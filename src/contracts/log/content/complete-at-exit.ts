// SPDX-License-Identifier: Apache-2.0
import type { OutputPattern } from '#guest/output-pattern.js';
import type { Prediction } from '#guest/predict.js';
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';
import { endedBeforeLook, joinedOf, logFilesOf, type SeenLog } from '../../occasions/log-files.js';
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
        const alone = program?.endsByItself === true && log.life.stops.length === 0;
        return alone && endedBeforeLook(log) && log.untouched && !isUnreadable(log, program)
          ? [{ log, program }]
          : [];
      }),
      'no log was read of a program that ended by itself',
      ({ log, program }) => {
        const { stdout, stderr } = joinedOf(log);
        const ok = isAll(program.stdout, stdout) && isAll(program.stderr, stderr);
        return holds([log.life.create], ok, {
          expected: `all of stdout ${program.stdout.toString()}, stderr ${program.stderr.toString()}`,
          actual: `${stdout.length} and ${stderr.length} bytes`,
        });
      },
    ),
};

/** It says nothing, or a terminal mixes its streams. */
function isUnreadable({ life }: SeenLog, { stdout, stderr }: Prediction): boolean {
  return stderr.isSilent ? stdout.isSilent : life.config.tty === true;
}

/** A reader cannot tell whether the last line was ended. */
function isAll(output: OutputPattern, text: string): boolean {
  return output.isWhole(text) || output.isWhole(`${text}\n`);
}
