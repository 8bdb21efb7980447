// SPDX-License-Identifier: Apache-2.0
import { expect, it } from '@jest/globals';
import { numberedLine, numberOfLine } from '#guest/numbered-line.js';

it.each(['beat', 'a b', ''])('reads the number it wrote behind "%s"', (text) => {
  expect([1, 20].map((n) => numberOfLine(text, numberedLine(text, n)))).toEqual([1, 20]);
});

it('tells another text from a number that is missing', () => {
  expect(numberOfLine('beat', 'ready 1')).toBeUndefined();
  expect(numberOfLine('beat', 'beat x')).toBeNaN();
});
