// SPDX-License-Identifier: Apache-2.0
import { closest, distance } from 'fastest-levenshtein';

/** The choice somebody probably meant, or nothing when none is close. */
export function nearest(given: string, choices: readonly string[]): string | undefined {
  if (choices.length === 0) return undefined;
  const candidate = closest(given, choices);
  return distance(given.toLowerCase(), candidate.toLowerCase()) <= Math.max(2, given.length / 4)
    ? candidate
    : undefined;
}
