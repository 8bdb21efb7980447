// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';
import { endedBeforeLook, joinedOf, logFilesOf } from '../../occasions/log-files.js';
import { programOf } from '../../occasions/occasions.js';

export const logContentLongLinesJoinable: Contract = {
  id: 'log.content.long-lines-joinable',
  level: 'must',
  since: '0.1.0',
  title: 'A long line is split into partial lines that can be joined again',
  reference: {
    source: 'CRI, log format, tags P and F',
    says: 'every part except the last has the tag P; joined, they are the line',
  },
  consequence: 'Readers join or split lines wrongly, and structured logs cannot be parsed.',
  covers: ['LOG-004', 'G3'],
  check: (evidence) =>
    judgeEach(
      logFilesOf(evidence).flatMap((log) => {
        const long = programOf(log.life)
          ?.stdout.parts.flatMap((part) => (part.kind === 'text' ? part.text.split('\n') : []))
          .find((line) => line.length > 16_384);
        return long === undefined || !log.untouched || !endedBeforeLook(log) ? [] : [{ log, long }];
      }),
      'no log was read of a program that wrote a long line',
      ({ log, long }) => {
        const lengths = joinedOf(log)
          .stdout.split('\n')
          .map((line) => line.length);
        return holds([log.life.create], joinedOf(log).stdout.split('\n').includes(long), {
          expected: `a line of ${long.length} bytes`,
          actual: `lines of ${lengths.slice(0, 8).join(', ')} bytes`,
        });
      },
    ),
};
