// SPDX-License-Identifier: Apache-2.0
import { allContracts } from '#contracts/all.generated.js';
import type { Contract } from '#contracts/contract.js';
import type { Verdict } from '#contracts/verdict.js';
import type { CriHandlers } from '#cri/server/handlers.js';
import { judgeScenario } from '#judge/judge-scenario.js';
import { allScenarios } from '#scenarios/all.generated.js';
import type { LyingAfter } from '../lying-daemon.js';
import { playedOnLies } from '../played-on-lies.js';

export interface LieResult {
  /** What is not held of all that was exercised, by the contract's id. */
  readonly verdicts: ReadonlyMap<string, Verdict>;
  /** Why the scenario ended early; '': it did not. */
  readonly stuck: string;
  /** How often the runtime lied. */
  readonly told: number;
}

export interface ToldIn {
  readonly scenario: string;
  readonly tell: (lying: LyingAfter) => CriHandlers;
}

/** What the contracts find in a scenario on a lying runtime; `judges`: which of them are asked. */
export async function found(
  { scenario: id, tell }: ToldIn,
  judges: (contract: Contract) => boolean = () => true,
): Promise<LieResult> {
  const scenario = allScenarios.find((each) => each.id === id);
  if (scenario === undefined) throw new Error(`no scenario ${id}`);
  const { evidence, told } = await playedOnLies(scenario, tell);
  const verdicts = allContracts.filter(judges).map(
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
  return { verdicts: new Map(wrong), stuck: evidence.reason ?? '', told: told.length };
}

/** It cannot be told, as the scenario ended before there was an occasion. */
export const isLeftOpen = (verdict: Verdict, stuck: string): boolean =>
  stuck !== '' && verdict.kind === 'undecided' && verdict.reason.endsWith(stuck);
