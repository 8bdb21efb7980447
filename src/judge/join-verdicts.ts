// SPDX-License-Identifier: Apache-2.0
import type { Verdict, VerdictKind } from '#contracts/verdict.js';

/** A verdict and the scenario it comes from. */
export interface Finding {
  readonly scenario: string;
  readonly verdict: Verdict;
}

const weight: Readonly<Record<VerdictKind, number>> = {
  violated: 4,
  undecided: 3,
  held: 2,
  unsupported: 1,
  unexercised: 0,
};

/** The graver verdict; of two alike, that of the scenario whose id comes first, so that timing decides nothing. */
export function graver(one: Finding, other: Finding): Finding {
  const difference = weight[one.verdict.kind] - weight[other.verdict.kind];
  if (difference !== 0) return difference > 0 ? one : other;
  return one.scenario <= other.scenario ? one : other;
}
