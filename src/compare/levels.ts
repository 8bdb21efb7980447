// SPDX-License-Identifier: Apache-2.0
import type { Level } from '#contracts/contract.js';

/** The strictest first. */
export const levels = ['must', 'should', 'may'] as const;

/** The level and stricter ones. */
export function atLeast(level: Level): readonly Level[] {
  return levels.slice(0, levels.indexOf(level) + 1);
}
