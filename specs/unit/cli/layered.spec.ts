// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from '@jest/globals';
import { layered } from '#cli/layered.js';

describe('layered', () => {
  it('lets the highest layer that says something win', () => {
    expect(layered({ a: 1, b: 2, c: 3 }, { a: 10, b: 20 }, { a: 100, b: undefined })).toEqual({
      a: 100,
      b: 20,
      c: 3,
    });
  });

  it('takes false and 0 for said', () => {
    expect(layered({ a: true, b: 5 }, { a: false, b: 0 })).toEqual({ a: false, b: 0 });
  });
});
