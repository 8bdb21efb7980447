// SPDX-License-Identifier: Apache-2.0
import { expect, it, jest } from '@jest/globals';
import { allContracts } from '#contracts/all.js';
import type { Verdict } from '#contracts/verdict.js';
import type { CriHandlers } from '#cri/handlers.js';
import { judgeScenario } from '#judge/judge-scenario.js';
import { allScenarios } from '#scenarios/all.js';
import { restartCallLies } from '../support/lies-restart-calls.js';
import { restartStateLies } from '../support/lies-restart-states.js';
import type { LyingAfter } from '../support/lying-daemon.js';
import { playedOnLies } from '../support/played-on-lies.js';
import type { RestartLie } from '../support/restart-lie.js';

jest.setTimeout(300_000);

const lies: readonly RestartLie[] = [...restartStateLies, ...restartCallLies];

/** What is not held of all that was exercised, by the contract's id. */
async function found(
  id: string,
  tell: (lying: LyingAfter) => CriHandlers,
): Promise<ReadonlyMap<string, Verdict>> {
  const scenario = allScenarios.find((each) => each.id === id);
  if (scenario === undefined) throw new Error(`no scenario ${id}`);
  const { evidence } = await playedOnLies(scenario, tell);
  const verdicts = allContracts.map(
    (contract) =>
      [contract.id, judgeScenario(contract, evidence, scenario.exercises.includes(contract.id))] as const,
  );
  return new Map(verdicts.filter(([, { kind }]) => kind !== 'held' && kind !== 'unexercised'));
}

it.concurrent.each(lies.map((lie) => [lie.name, lie] as const))('%s: is seen', async (_, lie) => {
  const verdicts = await found(lie.scenario, lie.tell);
  expect([...verdicts].map(([id, { kind }]) => `${id} ${kind}`).sort()).toEqual(
    lie.breaks.map((id) => `${id} violated`).sort(),
  );
  const named = verdicts.get(lie.breaks[0] ?? '');
  expect(named).toHaveProperty('expected', expect.stringMatching(lie.expected));
  expect(named).toHaveProperty('actual', expect.stringMatching(lie.actual));
});

it.concurrent.each([...new Set(lies.map(({ scenario }) => scenario))])(
  'nothing is found in %s when the runtime tells the truth',
  async (scenario) => {
    expect([...(await found(scenario, () => ({})))]).toEqual([]);
  },
);
