// SPDX-License-Identifier: Apache-2.0
import type { VerdictKind } from '#contracts/verdict.js';
import { type Html, markup } from '../markup.js';
import { symbols } from '../symbols.js';

/** Sign and word: colour is never the only information. */
export function verdictMark(verdict: VerdictKind): Html {
  const sign = markup`<span aria-hidden="true">${symbols[verdict]}</span>`;
  return markup`<span class="verdict ${verdict}">${sign} ${verdict}</span>`;
}
