// SPDX-License-Identifier: Apache-2.0
import type { ContractText } from '#results/contract-text.js';
import type { ResultRuling } from '#results/result.js';
import { whyText } from '#results/why-text.js';

/** One sentence on a contract that does not hold. */
export function failing(ruling: ResultRuling, texts: ReadonlyMap<string, ContractText>): string {
  const { contract, level, verdict } = ruling;
  const title = texts.get(contract)?.title;
  const word = verdict === 'undecided' ? 'undecided, which does not count as kept' : verdict;
  const parts = [title, whyText(ruling)].filter((part) => part !== undefined);
  return `${contract} (${level.toUpperCase()}) ${word}${parts.map((part) => `: ${part}`).join('')}`;
}
