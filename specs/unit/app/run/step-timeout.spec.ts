// SPDX-License-Identifier: Apache-2.0
import { expect, it } from '@jest/globals';
import { stepTimeoutFor } from '#app/run/step-timeout.js';

it.each([
  ['compressed', 'on a developer’s machine', 400, 150_000],
  ['compressed', 'on a node fifteen times slower', 6_010, 361_000],
  ['compressed', 'at most', 120_000, 900_000],
  ['kubelet', 'with the kubelet’s own back-offs', 400, 400_000],
  ['kubelet', 'with both', 9_000, 540_000],
] as const)('%s pace waits long enough %s', (...[pace, , trialMs, patienceMs]) => {
  expect(stepTimeoutFor(pace, trialMs)).toBe(patienceMs);
});
