// SPDX-License-Identifier: Apache-2.0
import { distance } from 'fastest-levenshtein';

/** The closest known word, if it is close enough. */
export function didYouMean(word: string, known: Iterable<string>): string | undefined {
  let best: { readonly word: string; readonly away: number } | undefined;
  for (const candidate of known) {
    const away = distance(word.toLowerCase(), candidate.toLowerCase());
    if (best === undefined || away < best.away) best = { word: candidate, away };
  }
  const limit = Math.min(Math.max(2, Math.floor(word.length / 3)), word.length - 1);
  return best !== undefined && best.away <= limit ? best.word : undefined;
}
