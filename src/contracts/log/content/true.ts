// SPDX-License-Identifier: Apache-2.0
import type { ContainerHistory } from '#evidence/history/container-history.js';
import type { Prediction } from '#guest/predict.js';
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';
import { joinedOf, logFilesOf } from '../../occasions/log-files.js';
import { programOf } from '../../occasions/occasions.js';

export const logContentTrue: Contract = {
  id: 'log.content.true',
  level: 'must',
  since: '0.1.0',
  title: 'A log contains what the program wrote to each stream, in order',
  reference: { source: 'CRI, log format', says: 'the joined lines of a stream are its output' },
  consequence: 'Users read what was never written, or in the wrong order.',
  covers: ['G2'],
  check: (evidence) =>
    judgeEach(
      logFilesOf(evidence).flatMap((log) => {
        const program = programOf(log.life);
        return program !== undefined && log.untouched && log.exists && !isSilent(log.life, program)
          ? [{ log, program }]
          : [];
      }),
      'no log was read of a program with known output',
      ({ log, program }) => {
        const { stdout, stderr } = joinedOf(log);
        const ok = program.stdout.isBeginning(stdout) && program.stderr.isBeginning(stderr);
        return holds([log.life.create], ok, {
          expected: `stdout begins ${program.stdout.toString()}, stderr ${program.stderr.toString()}`,
          actual: `stdout ${excerpt(stdout)}, stderr ${excerpt(stderr)}`,
        });
      },
    ),
};

/** A terminal mixes both streams. */
const isSilent = ({ config }: ContainerHistory, { stdout, stderr }: Prediction): boolean =>
  config.tty === true ? !stderr.isSilent || stdout.isSilent : stdout.isSilent && stderr.isSilent;

function excerpt(output: string): string {
  return output.length <= 400
    ? JSON.stringify(output)
    : `${JSON.stringify(`${output.slice(0, 400)}…`)} (${output.length} bytes)`;
}
