// SPDX-License-Identifier: Apache-2.0
import type { Level } from '#contracts/contract.js';
import { atLeast, levels } from './levels.js';

export const failOnChoices = ['must', 'should', 'any', 'none'] as const;

/** From which level on a failure counts against the exit code. */
export type FailOn = (typeof failOnChoices)[number];

const countedAt: Readonly<Record<FailOn, readonly Level[]>> = {
  none: [],
  must: atLeast('must'),
  should: atLeast('should'),
  any: levels,
};

export function countsAt(level: Level, failOn: FailOn): boolean {
  return countedAt[failOn].includes(level);
}
