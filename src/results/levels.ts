// SPDX-License-Identifier: Apache-2.0
import type { Level } from '#contracts/contract.js';

/** The strictest first. */
export const levels = ['must', 'should', 'may'] as const;

export function stricter(one: Level, other: Level): Level {
  return levels.indexOf(one) <= levels.indexOf(other) ? one : other;
}

/** The level and stricter ones. */
export function atLeast(level: Level): readonly Level[] {
  return levels.slice(0, levels.indexOf(level) + 1);
}
