// SPDX-License-Identifier: Apache-2.0
import type { ResultRuling } from './result.js';

/** Violated or undecided: a contract of which nothing is known is not a kept one. */
export function fails({ verdict }: Pick<ResultRuling, 'verdict'>): boolean {
  return verdict === 'violated' || verdict === 'undecided';
}
