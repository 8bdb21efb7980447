// SPDX-License-Identifier: Apache-2.0
import { expect, it } from '@jest/globals';
import { firstPatienceMs } from '#app/run/first-patience.js';

it.each([
  ['compressed', 'on a developer’s machine', 100, 20_000],
  ['compressed', 'with a runtime that starts real processes', 1_010, 61_000],
  ['compressed', 'on a node fifteen times slower', 6_010, 361_000],
  ['compressed', 'at most', 120_000, 900_000],
  ['kubelet', 'with the kubelet’s own back-offs', 400, 400_000],
  ['kubelet', 'with both', 9_000, 540_000],
] as const)('%s pace waits long enough %s', (...[pace, , trialMs, patienceMs]) => {
  expect(firstPatienceMs(pace, trialMs)).toBe(patienceMs);
});
