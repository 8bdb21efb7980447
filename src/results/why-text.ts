// SPDX-License-Identifier: Apache-2.0
import type { ResultRuling } from './result.js';

/** Why a contract does not hold, where there is room for one sentence only; undefined: nobody said. */
export function whyText({ expected, actual, reason }: ResultRuling): string | undefined {
  if (expected === undefined || actual === undefined) return reason;
  return `expected ${expected}; got ${actual}`;
}
