// SPDX-License-Identifier: Apache-2.0
import type { Result, ResultRuling } from '#results/result.js';
import { fails } from '#results/fails.js';

export interface VerdictChange {
  readonly contract: string;
  readonly was: ResultRuling;
  readonly now: ResultRuling;
}

/** A run compared with an earlier one; each contract is in exactly one list or unchanged. */
export interface Differences {
  /** Held before; violated or undecided now. */
  readonly regressed: readonly VerdictChange[];
  /** Violated or undecided before; held now. */
  readonly fixed: readonly VerdictChange[];
  /** Any other change of verdict, for instance held before and unexercised now. */
  readonly changed: readonly VerdictChange[];
  /** Only in the new result. */
  readonly added: readonly ResultRuling[];
  /** Only in the old result. */
  readonly removed: readonly ResultRuling[];
}

export function differencesBetween(old: Result, fresh: Result): Differences {
  const before = new Map(old.rulings.map((ruling) => [ruling.contract, ruling]));
  const after = new Set(fresh.rulings.map(({ contract }) => contract));
  const moved = fresh.rulings.flatMap((now) => {
    const was = before.get(now.contract);
    return was && was.verdict !== now.verdict ? [{ contract: now.contract, was, now }] : [];
  });
  return {
    regressed: moved.filter(isRegression),
    fixed: moved.filter(isFix),
    changed: moved.filter((change) => !isRegression(change) && !isFix(change)),
    added: fresh.rulings.filter(({ contract }) => !before.has(contract)),
    removed: old.rulings.filter(({ contract }) => !after.has(contract)),
  };
}

const isRegression = ({ was, now }: VerdictChange): boolean => was.verdict === 'held' && fails(now);
const isFix = ({ was, now }: VerdictChange): boolean => fails(was) && now.verdict === 'held';
