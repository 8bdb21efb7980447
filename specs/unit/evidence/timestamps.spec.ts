// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from '@jest/globals';
import { setBackNs, wallWindow, type ClockStep } from '#evidence/timestamps.js';

const header = { startedAtNs: '1000000000000000' };
const at = (ms: number): bigint => BigInt(header.startedAtNs) + BigInt(ms) * 1_000_000n;
/** Forward by an hour between 100 and 200, back by two between 300 and 400. */
const steps: readonly ClockStep[] = [
  { fromMs: 100, atMs: 200, byMs: 3_600_000 },
  { fromMs: 300, atMs: 400, byMs: -7_200_000 },
];

describe('the wall clock of a recording', () => {
  it.each([
    ['before any step', 10, 90, at(10), at(90)],
    ['while it is set forward', 110, 150, at(110), at(3_600_150)],
    ['between the steps', 210, 290, at(3_600_210), at(3_600_290)],
    ['while it is set back', 310, 390, at(310 - 3_600_000), at(3_600_390)],
    ['after all', 500, 600, at(500 - 3_600_000), at(600 - 3_600_000)],
    ['from the beginning to the end', 0, 1000, at(300 - 3_600_000), at(3_600_400)],
  ])('%s', (...[, fromMs, toMs, from, to]) => {
    expect(wallWindow({ ...header, steps }, fromMs, toMs)).toEqual({ from, to });
  });

  it('is exact without steps, and for a period that ends before it begins', () => {
    expect(wallWindow({ ...header, steps: [] }, 5, 7)).toEqual({ from: at(5), to: at(7) });
    expect(wallWindow({ ...header, steps }, 700, 600)).toEqual({ from: at(700), to: at(600) });
  });

  it('says how far it may have gone back', () => {
    expect(setBackNs(steps, 0, 1000)).toBe(7_200_000_000_000n);
    expect(setBackNs(steps, 350, 360)).toBe(7_200_000_000_000n);
    expect(setBackNs(steps, 0, 299)).toBe(0n);
    expect(setBackNs(steps, 401, Infinity)).toBe(0n);
  });
});
