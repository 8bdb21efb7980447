// SPDX-License-Identifier: Apache-2.0
import { expect, it } from '@jest/globals';
import { countValues } from '#base/count-values.js';

it.each([
  ['17', 1],
  ['[]', 2],
  ['[{},{},[]]', 7],
  ['{"a":1,"b":{"c":[1,2]}}', 6],
  [JSON.stringify({ 'a,[{"': ',,,[[["\\', b: '\\\\' }), 3],
  ['"no end, [{', 1],
])('counts what a JSON text holds: %s', (json, values) => {
  expect(countValues(json)).toBe(values);
});

it('stops where it is enough', () => {
  expect(countValues('[,,,,,,,,,', 4)).toBe(5);
});
