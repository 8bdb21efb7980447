// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from '@jest/globals';
import { formatDuration, parseDuration } from '#base/text/duration.js';

describe('parseDuration', () => {
  it.each([
    ['0', 0],
    ['500ms', 500],
    ['2s', 2_000],
    ['1m30s', 90_000],
    ['1.5h', 5_400_000],
    ['1h2m3s4ms', 3_723_004],
  ])('reads %s', (text, ms) => {
    expect(parseDuration(text)).toBe(ms);
  });

  it.each(['', '5', 's', '2 s', '2s!', '-1s', '1d', '2sx3m'])('takes "%s" for none', (text) => {
    expect(parseDuration(text)).toBeUndefined();
  });
});

describe('formatDuration', () => {
  it.each([
    [0, '0ms'],
    [40.4, '40ms'],
    [2_500, '2.5s'],
    [90_000, '1m30s'],
    [3_600_000, '1h'],
    [3_723_000, '1h2m3s'],
    [59_960, '1m'],
  ])('writes %d', (ms, text) => {
    expect(formatDuration(ms)).toBe(text);
  });

  it.each([40, 2_500, 90_000, 3_723_000])('writes %d so that it can be read again', (ms) => {
    expect(parseDuration(formatDuration(ms))).toBe(ms);
  });
});
