// SPDX-License-Identifier: Apache-2.0
import { levels } from '#results/levels.js';
import { verdictKinds } from '#results/verdict-kinds.js';
import type { Result } from '#results/result.js';

/** `call 7`, `calls 7, 9`; long lists are cut. */
export function callNumbers(calls: readonly number[], max = 12): string {
  const shown = `call${calls.length === 1 ? '' : 's'} ${calls.slice(0, max).join(', ')}`;
  return calls.length > max ? `${shown} and ${calls.length - max} more` : shown;
}

export function secondsText(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}

export function countsLine({ summary }: Result, separator: string): string {
  return verdictKinds.map((kind) => `${kind} ${summary[kind]}`).join(separator);
}

/** `MUST 38 of 40`: held, out of those held, violated or undecided. */
export function levelsLine({ rulings }: Result, separator: string): string {
  return levels
    .flatMap((level) => {
      const tried = rulings.filter(
        (ruling) => ruling.level === level && ['held', 'violated', 'undecided'].includes(ruling.verdict),
      );
      const held = tried.filter(({ verdict }) => verdict === 'held').length;
      return tried.length === 0 ? [] : [`${level.toUpperCase()} ${held} of ${tried.length} held`];
    })
    .join(separator);
}
