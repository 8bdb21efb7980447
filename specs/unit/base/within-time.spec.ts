// SPDX-License-Identifier: Apache-2.0
import { expect, it } from '@jest/globals';
import { withinTime } from '#base/within-time.js';

it('breaks off what never waits, and can be asked again', () => {
  let turns = 0;
  const endless = (): void => {
    for (; turns < Number.POSITIVE_INFINITY;) turns++;
  };
  expect(withinTime(20, endless)).toBe(false);
  expect(turns).toBeGreaterThan(0);
  expect(withinTime(1_000, () => (turns = 0))).toBe(true);
  expect(turns).toBe(0);
});

it('lets errors through', () => {
  const crash = (): void => {
    throw new TypeError('x is undefined');
  };
  expect(() => withinTime(1_000, crash)).toThrow('x is undefined');
});
