// SPDX-License-Identifier: Apache-2.0
import type { ResultRuling } from './result.js';

/**
 * A contract was executed when the run reached a verdict on it: held or violated. An undecided one was
 * tried, but nothing is known of it, so it does not fill a floor.
 */
export function executedAmong(rulings: readonly ResultRuling[]): number {
  return rulings.filter(({ verdict }) => verdict === 'held' || verdict === 'violated').length;
}
