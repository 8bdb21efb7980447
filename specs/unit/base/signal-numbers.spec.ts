// SPDX-License-Identifier: Apache-2.0
import { constants } from 'node:os';
import { expect, it } from '@jest/globals';
import { isHarmless, numberOfSignal, signalName } from '#base/signal-numbers.js';

it('numbers signals as this machine does', () => {
  const aliases = new Set(['SIGIOT', 'SIGPOLL', 'SIGUNUSED']);
  const known = Object.entries(constants.signals).filter(([name]) => !aliases.has(name));
  expect(known.length).toBeGreaterThan(25);
  expect(known.map(([name]) => numberOfSignal(name.slice('SIG'.length)))).toEqual(
    known.map(([, number]) => number),
  );
});

it('names them', () => {
  expect([15, 10, 34, 37].map(signalName)).toEqual(['TERM', 'USR1', 'RTMIN', 'RTMIN+3']);
  expect(numberOfSignal('SIGTERM')).toBeUndefined();
});

it('knows which ones end nobody', () => {
  expect([1, 15, 17, 19, 24, 28, 34].filter(isHarmless)).toEqual([17, 19, 28]);
});
