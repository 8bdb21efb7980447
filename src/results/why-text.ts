// SPDX-License-Identifier: Apache-2.0
import type { ResultRuling } from './result.js';

type Why = { readonly [Part in 'expected' | 'actual' | 'reason']?: string | undefined };

/** Why a contract does not hold, in labelled parts. */
export function whyRows({
  expected,
  actual,
  reason,
}: Why): readonly (readonly [label: string, text: string])[] {
  return [
    ...(expected === undefined ? [] : [['expected', expected] as const]),
    ...(actual === undefined ? [] : [['actual', actual] as const]),
    ...(reason === undefined ? [] : [['why', reason] as const]),
  ];
}

/** Why a contract does not hold, in one sentence; undefined: no reason is given. */
export function whyText({ expected, actual, reason }: ResultRuling): string | undefined {
  if (expected === undefined || actual === undefined) return reason;
  return `expected ${expected}; got ${actual}`;
}
