// SPDX-License-Identifier: Apache-2.0
import { expect, it } from '@jest/globals';
import { milliOf, parseQuantity, wholeOf } from '#pod/quantity.js';

it.each([
  ['64Mi', 67_108_864],
  ['500m', 0.5],
  ['1e3', 1000],
  ['0.1', 0.1],
  [2, 2],
  ['1.5Gi', 1_610_612_736],
  ['64MiB', undefined],
  ['', undefined],
])('the quantity %s', (text, value) => {
  expect(parseQuantity(text)).toBe(value);
});

it('counts CPU in thousandths and memory in bytes, rounded up', () => {
  expect([milliOf('0.1'), milliOf('100m'), milliOf('1500u'), milliOf(undefined)]).toEqual([
    100,
    100,
    2,
    undefined,
  ]);
  expect([wholeOf('100m'), wholeOf('1k')]).toEqual([1, 1000]);
});
