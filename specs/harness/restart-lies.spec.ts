// SPDX-License-Identifier: Apache-2.0
import { expect, it, jest } from '@jest/globals';
import { allContracts } from '#contracts/all.generated.js';
import type { Verdict } from '#contracts/verdict.js';
import type { CriHandlers } from '#cri/server/handlers.js';
import { judgeScenario } from '#judge/judge-scenario.js';
import { allScenarios } from '#scenarios/all.generated.js';
import { restartCallLies } from '../support/lies/restart/restart-calls.js';
import { sandboxDeathLies } from '../support/lies/restart/restart-deaths.js';
import { restartFailureLies } from '../support/lies/restart/restart-failures.js';
import { restartStartLies } from '../support/lies/restart/restart-starts.js';
import { restartStateLies } from '../support/lies/restart/restart-states.js';
import { restartViewLies } from '../support/lies/restart/restart-views.js';
import type { LyingAfter } from '../support/lies/lying-daemon.js';
import { playedOnLies } from '../support/lies/played-on-lies.js';
import type { RestartLie } from '../support/lies/restart/restart-lie.js';

jest.setTimeout(300_000);

const lies: readonly RestartLie[] = [
  ...restartStartLies,
  ...restartStateLies,
  ...restartCallLies,
  ...restartViewLies,
  ...restartFailureLies,
  ...sandboxDeathLies,
];

/** Why a contract cannot be broken here, by its id. */
const withoutLie: Readonly<Record<string, string>> = {};

interface LieResult {
  /** What is not held of all that was exercised, by the contract's id. */
  readonly verdicts: ReadonlyMap<string, Verdict>;
  /** Why the scenario ended early; '': it did not. */
  readonly stuck: string;
}

async function found(id: string, tell: (lying: LyingAfter) => CriHandlers): Promise<LieResult> {
  const scenario = allScenarios.find((each) => each.id === id);
  if (scenario === undefined) throw new Error(`no scenario ${id}`);
  const { evidence } = await playedOnLies(scenario, tell);
  const verdicts = allContracts.map(
    (contract) =>
      [
        contract.id,
        judgeScenario(
          contract,
          evidence,
          scenario.exercises.some((id) => id === contract.id),
        ),
      ] as const,
  );
  const wrong = verdicts.filter(([, { kind }]) => kind !== 'held' && kind !== 'unexercised');
  return { verdicts: new Map(wrong), stuck: evidence.reason ?? '' };
}

/** It cannot be told, as the scenario ended before there was an occasion. */
const isLeftOpen = (verdict: Verdict, stuck: string): boolean =>
  stuck !== '' && verdict.kind === 'undecided' && verdict.reason.endsWith(stuck);

it('has a lie that each contract of restarts is the first to name, or says why not', () => {
  const named = new Set<string | undefined>(lies.map(({ breaks }) => breaks[0]));
  const musts = allContracts
    .filter(({ id, level }) => id.startsWith('restart.') && level === 'must')
    .map(({ id }) => id);
  expect(musts.filter((id) => !named.has(id))).toEqual(Object.keys(withoutLie).sort());
});

it.concurrent.each(lies.map((lie) => [lie.name, lie] as const))('%s: is seen', async (_, lie) => {
  const { verdicts, stuck } = await found(lie.scenario, lie.tell);
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
    const { verdicts, stuck } = await found(scenario, () => ({}));
    expect([...verdicts]).toEqual([]);
    expect(stuck).toBe('');
  },
);
