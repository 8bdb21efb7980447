// SPDX-License-Identifier: Apache-2.0
import { expect, it } from '@jest/globals';
import { knownHere, plainHandler } from '#app/run/known-here.js';

it.each([
  ['', ['', 'kata', 'runc'], 'runc'],
  ['', ['', 'kata'], undefined],
  ['', [], undefined],
  ['kata', ['', 'kata', 'runc'], 'kata'],
])('of handler %j among %j a RuntimeClass names %j', (handler, handlers, name) => {
  expect(plainHandler({ handler, ready: { handlers } })).toBe(name);
  expect(knownHere({ handler, ready: { handlers } })['handler']).toBe(name);
});
