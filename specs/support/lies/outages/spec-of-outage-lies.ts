// SPDX-License-Identifier: Apache-2.0
import { expect, it } from '@jest/globals';
import { allContracts } from '#contracts/all.generated.js';
import type { Contract } from '#contracts/contract.js';
import type { RestartLie } from '../restart/restart-lie.js';
import { found, isLeftOpen } from './judged-lies.js';

export interface OutageLies {
  readonly lies: readonly RestartLie[];
  /** How the ids begin of the contracts that need a lie. */
  readonly prefix: string;
  /** Why a contract cannot be broken here, by its id. */
  readonly withoutLie: Readonly<Record<string, string>>;
  /** Which contracts are asked; absent: all. */
  readonly judges?: (contract: Contract) => boolean;
}

/** Every lie is found by exactly the contracts it breaks, the truth by none, and no contract lacks a lie. */
export function specOfOutageLies({ lies, prefix, withoutLie, judges }: OutageLies): void {
  it('has a lie that each contract is the first to name, or says why not', () => {
    const named = new Set<string | undefined>(lies.map(({ breaks }) => breaks[0]));
    const musts = allContracts
      .filter(({ id, level }) => id.startsWith(prefix) && level === 'must')
      .map(({ id }) => id);
    expect(musts).not.toEqual([]);
    expect(musts.filter((id) => !named.has(id))).toEqual(Object.keys(withoutLie).sort());
  });

  it.concurrent.each(lies.map((lie) => [lie.name, lie] as const))('%s: is seen', async (_, lie) => {
    const { verdicts, stuck } = await found(lie, judges);
    expect(stuck).toMatch(lie.stuck ?? /^$/);
    const decided = [...verdicts].filter(([, verdict]) => !isLeftOpen(verdict, stuck));
    expect(decided.map(([id, { kind }]) => `${id} ${kind}`).sort()).toEqual(
      lie.breaks.map((id) => `${id} violated`).sort(),
    );
    const named = verdicts.get(lie.breaks[0] ?? '');
    expect(named).toHaveProperty('expected', expect.stringMatching(lie.expected));
    expect(named).toHaveProperty('actual', expect.stringMatching(lie.actual));
  });

  it.concurrent.each([...new Set(lies.map(({ scenario }) => scenario))])(
    'nothing is found in %s when the runtime tells the truth',
    async (scenario) => {
      const { verdicts, stuck } = await found({ scenario, tell: () => ({}) });
      expect([...verdicts]).toEqual([]);
      expect(stuck).toBe('');
    },
  );
}
