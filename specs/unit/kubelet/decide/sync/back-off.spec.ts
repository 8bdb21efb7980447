// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from '@jest/globals';
import { BackOff } from '#kubelet/decide/sync/back-off.js';

const kubelet = { initialMs: 10_000, maxMs: 300_000 };
const s = 1000;

describe('a window', () => {
  it('doubles up to its limit', () => {
    const backOff = new BackOff(kubelet);
    const windows = Array.from({ length: 7 }, () => {
      backOff.advance('k', 0, 0);
      return backOff.windowMs('k') / s;
    });
    expect(windows).toEqual([10, 20, 40, 80, 160, 300, 300]);
  });
  it('is its own for each key, and none where nothing failed', () => {
    const backOff = new BackOff(kubelet);
    backOff.advance('k', 0, 0);
    expect([
      backOff.windowMs('l'),
      backOff.remainingMs('l', 0, 0),
      backOff.remainingSinceAdvanceMs('l', 0),
    ]).toEqual([0, 0, 0]);
  });
});

/** After one advance at 0: what ended when, now, and how much is left. */
it.each([
  ['from the end of the container', 5, 5, 10],
  ['the rest of it', 5, 12, 3],
  ['at its end', 5, 15, 0],
  ['600 s after the advance', 600, 600, 10],
  ['later than that it is forgotten', 601, 601, 0],
  ['forgotten although the container ended earlier', 595, 601, 0],
  ['an end that was not told', -1e9, 5, 0],
  ['an end in the future', 20, 5, 25],
])('the crash window counts %s', (...[, endedS, nowS, leftS]) => {
  const backOff = new BackOff(kubelet);
  backOff.advance('k', 0, 0);
  expect(backOff.remainingMs('k', endedS * s, nowS * s)).toBe(leftS * s);
});

it.each([
  [0, 10],
  [9, 1],
  [10, 0],
  [601, 0],
])('the pull window counts from the failure: %d s later', (nowS, leftS) => {
  const backOff = new BackOff(kubelet);
  backOff.advance('k', 0, 0);
  expect(backOff.remainingSinceAdvanceMs('k', nowS * s)).toBe(leftS * s);
});

it.each([
  ['within 600 s it doubles', 600, 20],
  ['later it starts over', 601, 10],
])('the next failure: %s', (_, nowS, windowS) => {
  const backOff = new BackOff(kubelet);
  backOff.advance('k', 0, 0);
  backOff.advance('k', nowS * s, nowS * s);
  expect(backOff.windowMs('k')).toBe(windowS * s);
});
