// SPDX-License-Identifier: Apache-2.0
import { expect, it } from '@jest/globals';
import { restartLogKept } from '#contracts/restart/log/kept.js';
import type { VerdictKind } from '#contracts/verdict.js';
import { evidenceOf, type Story } from '../../../../support/evidence-literal.js';

/** So many seconds after the beginning; outages of these stories are over within the first. */
const line = (text: string, afterS = 0): string =>
  `2023-11-14T22:13:${(20 + afterS).toFixed(6)}Z stdout F ${text}\n`;
const step = (number: number, afterS = 0): string => line(`beat ${number}`, afterS);
const ticks = (s: Story): Story => s.running({ command: ['/box', 'tick 40ms beat'] });

function later(s: Story, ms: number): Story {
  s.atMs += ms;
  return s;
}

const rows: readonly (readonly [what: string, verdict: VerdictKind, tell: (story: Story) => unknown])[] = [
  [
    'a line that somebody saw the effect of',
    'held',
    (s) => prints(s).log(line('ready') + line('while away') + line('after')),
  ],
  ['that line lost', 'violated', (s) => prints(s).log(line('ready') + line('after'))],
  [
    'that line twice',
    'violated',
    (s) => prints(s).log(line('ready') + line('while away') + line('while away')),
  ],
  ['no log', 'violated', (s) => prints(s).log('', { exists: false })],
  [
    'a log that was looked at before',
    'unexercised',
    (s) =>
      ticks(s)
        .log(step(1) + step(4))
        .outage(),
  ],
  [
    'a program that was begun anew',
    'violated',
    (s) =>
      ticks(s)
        .outage()
        .log(step(1) + step(1, 1)),
  ],
  [
    'the line that the daemon had in its hands when it died',
    'held',
    (s) =>
      ticks(s)
        .outage()
        .log(step(1) + step(3, 1)),
  ],
  [
    'the same of a restart, in which nobody knows when the old daemon ended',
    'held',
    (s) => {
      ticks(s).outage('restart');
      return s.log(step(1) + step(3, (s.atMs - 1) / 1000) + step(4, 1));
    },
  ],
  [
    'a line in the middle of what was printed after the return',
    'violated',
    (s) =>
      ticks(s)
        .outage()
        .log(step(1) + step(2, 1) + step(4, 2)),
  ],
  [
    'a line in the middle of what was printed before',
    'violated',
    (s) =>
      later(ticks(s), 500)
        .outage()
        .log(step(1) + step(3, 0.1) + step(4, 1)),
  ],
  [
    'a line lost twice in one outage',
    'violated',
    (s) => {
      ticks(s).outage('restart');
      const backS = s.atMs / 1000;
      return s.log(step(1) + step(3, backS - 0.005) + step(5, backS - 0.001) + step(6, 1));
    },
  ],
  [
    'a line lost in each of two outages',
    'held',
    (s) =>
      later(ticks(s).outage(), 5000)
        .outage()
        .log(step(1) + step(3, 1) + step(5, 6)),
  ],
  [
    'nothing was printed since the daemon went',
    'unexercised',
    (s) =>
      ticks(s)
        .outage()
        .log(step(1) + step(2)),
  ],
  ['no line at all', 'violated', (s) => ticks(s).outage().log('')],
];

function prints(s: Story): Story {
  const command = ['/box', 'print ready', 'await /s/go', 'print while away', 'put /s/said x', 'wait'];
  return s.running({ command }).outage('stop', () => s.step('wait-for-file', { file: 'said' }));
}

it.each(rows)('restart.log.kept: %s', (_, kind, tell) => {
  expect(restartLogKept.check(evidenceOf(tell))).toMatchObject({ kind });
});
