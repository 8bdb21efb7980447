// SPDX-License-Identifier: Apache-2.0
import type { Level } from '#contracts/contract.js';

/** From which level on something counts against the exit code. */
export type FailOn = 'must' | 'should' | 'any' | 'none';

export const failOnChoices: readonly ['must', 'should', 'any', 'none'] = ['must', 'should', 'any', 'none'];

const countedAt: Readonly<Record<FailOn, readonly Level[]>> = {
  none: [],
  must: ['must'],
  should: ['must', 'should'],
  any: ['must', 'should', 'may'],
};

export function countsAt(level: Level, failOn: FailOn): boolean {
  return countedAt[failOn].includes(level);
}
