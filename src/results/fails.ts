// SPDX-License-Identifier: Apache-2.0
import type { ResultRuling } from './result.js';

/** Violated or undecided: an undecided contract was not shown to hold. */
export function fails({ verdict }: Pick<ResultRuling, 'verdict'>): boolean {
  return verdict === 'violated' || verdict === 'undecided';
}
