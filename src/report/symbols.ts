// SPDX-License-Identifier: Apache-2.0
import type { VerdictKind } from '#contracts/verdict.js';
import type { Palette } from './palette.js';

/** One sign per verdict, always shown with the word or a legend. */
type Symbols = Readonly<Record<VerdictKind | 'absent' | 'dot' | 'dash', string>>;

export const symbols: Symbols = {
  held: '✓',
  violated: '✗',
  undecided: '?',
  unexercised: '–',
  unsupported: '○',
  absent: ' ',
  dot: '·',
  dash: '—',
};

export function paintOf(verdict: VerdictKind | 'absent', palette: Palette): (text: string) => string {
  switch (verdict) {
    case 'held':
      return palette.green;
    case 'violated':
      return palette.red;
    case 'undecided':
      return palette.yellow;
    case 'unexercised':
    case 'unsupported':
    case 'absent':
      return palette.dim;
  }
}
