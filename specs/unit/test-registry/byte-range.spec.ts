// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from '@jest/globals';
import { byteRange } from '#test-registry/byte-range.js';

describe('byte ranges', () => {
  it.each([
    ['bytes=0-3', { start: 0, end: 4 }],
    ['bytes=4-', { start: 4, end: 10 }],
    ['bytes=8-99', { start: 8, end: 10 }],
    ['bytes=-3', { start: 7, end: 10 }],
    ['bytes=-30', { start: 0, end: 10 }],
    ['bytes=10-', 'outside'],
    ['bytes=5-4', 'outside'],
    ['bytes=-0', 'outside'],
    ['bytes=-', 'whole'],
    ['bytes=0-1,3-4', 'whole'],
    ['lines=0-1', 'whole'],
    [undefined, 'whole'],
  ])('%s of ten bytes', (header, wanted) => {
    expect(byteRange(header, 10)).toEqual(wanted);
  });
});
