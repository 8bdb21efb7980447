// SPDX-License-Identifier: Apache-2.0
import type { Result, ResultRuling } from '#results/result.js';
import type { ContractText } from '#results/contract-text.js';
import { stricter } from '#results/levels.js';

type KnownLevel = Pick<ContractText, 'id' | 'level'>;

/** A file cannot make a contract less strict than it is: of two levels, the stricter one counts. */
export function withLevelsOf(catalogue: readonly KnownLevel[], result: Result): Result {
  const levels = new Map(catalogue.map(({ id, level }) => [id, level]));
  const rulings = result.rulings.map((ruling): ResultRuling => {
    const level = stricter(ruling.level, levels.get(ruling.contract) ?? ruling.level);
    return level === ruling.level ? ruling : { ...ruling, level };
  });
  return { ...result, rulings };
}
