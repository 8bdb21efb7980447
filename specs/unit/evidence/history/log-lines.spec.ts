// SPDX-License-Identifier: Apache-2.0
import { expect, it } from '@jest/globals';
import { joinedLines, parseLogLine, wholeLines } from '#evidence/history/log-lines.js';

const joined = (text: string): readonly string[] =>
  joinedLines(wholeLines(text).flatMap((line) => parseLogLine(line) ?? [])).map(
    ({ time, stream, content }) => `${time.slice(17, -1)} ${stream} ${content}`,
  );

const at = (second: number, rest: string): string => `2026-11-20T06:08:0${second}Z ${rest}\n`;

it('joins the records of a line, whatever the other stream has in between', () => {
  const text = [
    at(1, 'stdout P uid='),
    at(2, 'stderr P war'),
    at(3, 'stdout P 1234'),
    at(4, 'stderr F ning'),
    at(5, 'stdout F '),
    at(6, 'stdout F ready'),
  ];
  expect(joined(text.join(''))).toEqual(['04 stderr warning', '05 stdout uid=1234', '06 stdout ready']);
});

it('leaves out a line whose end is not there yet', () => {
  expect(joined(at(1, 'stdout F one') + at(2, 'stdout P tw'))).toEqual(['01 stdout one']);
});
