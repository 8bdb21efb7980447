// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '#contracts/contract.js';
import { isWorseThan } from '#contracts/judging/judging.js';
import { unexercised, type Verdict } from '#contracts/verdict.js';
import type { Ruling } from '#results/ruling.js';

export interface ScenarioVerdict {
  readonly scenario: string;
  readonly verdict: Verdict;
}

/** Of the verdicts of several scenarios the loudest decides; among equals the one whose scenario comes first by name. */
export function joinVerdicts(contract: Contract, verdicts: readonly ScenarioVerdict[]): Ruling {
  const [first, ...others] = verdicts;
  if (first === undefined)
    return { contract, verdict: unexercised('no scenario was played'), scenario: undefined };
  const { scenario, verdict } = others.reduce(worse, first);
  return { contract, verdict, scenario: verdict.kind === 'unexercised' ? undefined : scenario };
}

/** Does not depend on the order of its arguments: scenarios run side by side and end in any order. */
export function worse(one: ScenarioVerdict, other: ScenarioVerdict): ScenarioVerdict {
  if (isWorseThan(one.verdict.kind, other.verdict.kind)) return one;
  if (isWorseThan(other.verdict.kind, one.verdict.kind)) return other;
  return one.scenario <= other.scenario ? one : other;
}
