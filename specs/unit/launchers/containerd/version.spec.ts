// SPDX-License-Identifier: Apache-2.0
import { expect, it } from '@jest/globals';
import { eraOf, isVersionBefore } from '#launchers/containerd/version.js';

it.each([
  ['1.6.20', 2],
  ['1.6.20~ds1', 2],
  ['1.10.0', 2],
  ['2.0.0-rc.1', 3],
  ['2.2.11', 3],
  ['2.3.0', 4],
  ['10.0.1', 4],
] as const)('containerd %s takes a configuration of version %i', (version, era) => {
  expect(eraOf(version)).toBe(era);
});

it.each([
  ['1.6.33', '1.7.0', true],
  ['1.7.0', '1.7.0', false],
  ['1.10.0', '1.7.0', false],
])('%s is before %s: %s', (version, release, expected) => {
  expect(isVersionBefore(version, release)).toBe(expected);
});
