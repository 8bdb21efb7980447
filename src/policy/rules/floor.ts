// SPDX-License-Identifier: Apache-2.0
import { didYouMean } from '#base/document/did-you-mean.js';
import { areaOf } from '#results/area.js';
import { executedAmong } from '#results/executed.js';
import type { ResultRuling } from '#results/result.js';
import { type Candidate, namedRule, outcome, type PolicyRule } from '../rule-outcome.js';

/** `minimum`: a run that tested little proves little. */
export const floor: PolicyRule = (candidate) => {
  const { policy, result, strangers } = candidate;
  const executed = executedAmong(known(candidate));
  const { size } = strangers;
  const { executed: minimum, notSkipped } = policy.minimum;
  const low = `only ${executed} contracts were executed, the policy requires ${minimum}`;
  const count = outcome('minimum.executed', `at least ${minimum} contracts executed`, {
    detail: `${executed} of ${result.rulings.length} executed${size > 0 ? `, ${size} unknown not counted` : ''}`,
    reasons: executed >= minimum ? [] : [low],
    notes: size > 0 ? [`not counted, unknown to this criprobe: ${namedRule([...strangers])}`] : [],
  });
  if (notSkipped.length === 0) return [count];
  const reasons = notSkipped.flatMap((area) => skipped(area, candidate));
  const areas = outcome('minimum.notSkipped', `no area skipped: ${notSkipped.join(', ')}`, {
    detail: `${notSkipped.length - reasons.length} of ${notSkipped.length} areas executed`,
    reasons,
  });
  return [count, areas];
};

/** Anybody can invent a contract that held; one of a newer suite looks the same. */
function known({ result, strangers }: Candidate): readonly ResultRuling[] {
  return result.rulings.filter(({ contract }) => !strangers.has(contract));
}

function skipped(area: string, candidate: Candidate): readonly string[] {
  const rulings = known(candidate);
  const inArea = rulings.filter(({ contract }) => areaOf(contract) === area);
  if (executedAmong(inArea) > 0) return [];
  if (inArea.length > 0) {
    return [`area ${area}: none of its ${inArea.length} contracts was executed`];
  }
  const areas = [...new Set(rulings.map(({ contract }) => areaOf(contract)))];
  const meant = didYouMean(area, areas);
  const hint = meant === undefined ? `there are: ${areas.join(', ')}` : `did you mean ${meant}?`;
  return [`area ${area}: this run has no such contracts; ${hint}`];
}
