// SPDX-License-Identifier: Apache-2.0
import type { ResultRuling } from './result.js';

/**
 * A contract was executed if the verdict is held or violated. An undecided one was tried without an outcome,
 * so it does not count.
 */
export function executedAmong(rulings: readonly ResultRuling[]): number {
  return rulings.filter(({ verdict }) => verdict === 'held' || verdict === 'violated').length;
}
