// SPDX-License-Identifier: Apache-2.0
import { printedLines } from '#guest/predict.js';
import type { Contract } from '../../contract.js';
import { endedWhileDown } from '../../occasions/ended-away.js';
import { holds, judgeEach } from '../../judging/judging.js';
import { linesOf, logFilesOf } from '../../occasions/log-files.js';
import { statementsOf } from '../../occasions/outages.js';

export const restartLogLastWords: Contract = {
  id: 'restart.log.last-words',
  level: 'should',
  since: '0.1.0',
  title: 'What a container printed before it ended while the runtime was down is in its log afterwards',
  reference: {
    source: 'CRI, log format; kubelet, termination message from the log',
    says: 'the log contains what the program wrote, and its last lines say why it exited',
  },
  consequence: 'Nobody learns why a program crashed during an update.',
  covers: ['G2'],
  check: (evidence) =>
    judgeEach(
      endedWhileDown(evidence).flatMap((ended) => {
        const seen = ended.after.find(({ state }) => state === 'CONTAINER_EXITED');
        const log = logFilesOf(evidence).findLast(
          ({ life, atMs, untouched }) =>
            life === ended.life && untouched && atMs >= (seen?.call.endedMs ?? Infinity),
        );
        return log === undefined ? [] : [log];
      }),
      'no log was read of a container that ended while the daemon was down',
      (log) => {
        const lines = linesOf(log).map(({ content }) => content);
        const missing = printedLines(statementsOf(log.life)).filter((line) => !lines.includes(line));
        return holds([log.life.create], missing.length === 0, {
          expected: `the lines ${missing.map((line) => JSON.stringify(line)).join(', ')}`,
          actual: `${lines.length} lines without them`,
        });
      },
    ),
};
