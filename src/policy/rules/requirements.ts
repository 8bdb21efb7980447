// SPDX-License-Identifier: Apache-2.0
import { fails } from '#results/fails.js';
import { atLeast } from '#results/levels.js';
import type { Level } from '#contracts/contract.js';
import type { ResultRuling } from '#results/result.js';
import type { Requirement } from '../policy.js';
import {
  type Candidate,
  failing,
  namedRule,
  outcome,
  type PolicyRule,
  type RuleOutcome,
} from '../rule-outcome.js';

/** Every contract of the level or stricter: none violated, none undecided, unless excused. */
export const requirements: PolicyRule = (candidate) =>
  candidate.policy.require.map((requirement) => required(requirement, candidate));

function required(requirement: Requirement, candidate: Candidate): RuleOutcome {
  const { policy, result, excused, texts, strangers } = candidate;
  const { profile, level } = requirement;
  const budgeted = policy.allow.should !== undefined;
  const asked = atLeast(level).filter((each) => !(budgeted && each === 'should'));
  const counted = result.rulings.filter(
    (ruling) => asked.includes(ruling.level) && (fails(ruling) || !strangers.has(ruling.contract)),
  );
  const broken = counted.filter((ruling) => fails(ruling) && !excused.has(ruling.contract));
  return outcome(`require.${level}`, `profile ${profile}: every ${words(level, budgeted)} contract held`, {
    detail: tally(counted, counted.filter((ruling) => fails(ruling)).length - broken.length),
    reasons: broken.map((ruling) => failing(ruling, texts)),
    notes: raised(candidate, asked),
  });
}

/** Contracts of these levels here, to which the result gives a lower one. */
function raised({ result, claimed }: Candidate, asked: readonly Level[]): readonly string[] {
  const ids = result.rulings
    .filter(({ level }, at) => asked.includes(level) && claimed.rulings[at]?.level !== level)
    .map(({ contract, level }) => `${contract} (${level.toUpperCase()})`);
  return ids.length === 0 ? [] : [`stricter here than in the result: ${namedRule(ids)}`];
}

function words(level: Level, budgeted: boolean): string {
  const levels = atLeast(level).filter((each) => !(budgeted && each === 'should'));
  return levels.map((each) => each.toUpperCase()).join(', ');
}

function tally(rulings: readonly ResultRuling[], excused: number): string {
  const held = rulings.filter(({ verdict }) => verdict === 'held').length;
  const skipped = rulings.filter(
    ({ verdict }) => verdict === 'unexercised' || verdict === 'unsupported',
  ).length;
  return [
    `${held} of ${rulings.length} held`,
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
    ...(excused > 0 ? [`${excused} known`] : []),
  ].join(', ');
}
