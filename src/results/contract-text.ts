// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '#contracts/contract.js';

/** The texts of a contract. */
export type ContractText = Pick<Contract, 'id' | 'level' | 'title' | 'reference' | 'consequence'>;

export function textsById(texts: readonly ContractText[]): ReadonlyMap<string, ContractText> {
  return new Map(texts.map((text) => [text.id, text]));
}
