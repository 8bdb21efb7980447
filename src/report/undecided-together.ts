// SPDX-License-Identifier: Apache-2.0
import type { ResultRuling } from '#results/result.js';

/**
 * Failures to report one by one, and those that one event left undecided: an interruption, a stuck scenario.
 */
export interface UndecidedNote {
  readonly alone: readonly ResultRuling[];
  readonly together: readonly (readonly ResultRuling[])[];
}

export function undecidedTogether(
  rulings: readonly ResultRuling[],
  known: ReadonlySet<string> = new Set(),
): UndecidedNote {
  const groups = new Map<string, ResultRuling[]>();
  for (const ruling of rulings) {
    const { contract, verdict, scenario, reason } = ruling;
    const shared = verdict === 'undecided' && !known.has(contract);
    const cause = JSON.stringify(shared ? [scenario, reason] : contract);
    groups.set(cause, [...(groups.get(cause) ?? []), ruling]);
  }
  const sorted = [...groups.values()];
  return {
    alone: sorted.filter(({ length }) => length === 1).flat(),
    together: sorted.filter(({ length }) => length > 1),
  };
}
