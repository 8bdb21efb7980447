// SPDX-License-Identifier: Apache-2.0
import { didYouMean } from '#base/did-you-mean.js';
import { areaOf } from '#compare/area.js';
import { executedAmong } from '#compare/executed.js';
import { type Candidate, outcome, type Rule } from '../rule-outcome.js';

/** `minimum`: a run that put little to the test proves little. */
export const floor: Rule = (candidate) => {
  const { policy, result } = candidate;
  const executed = executedAmong(result.rulings);
  const { executed: minimum, notSkipped } = policy.minimum;
  const low = `only ${executed} contracts were put to the test, the policy wants ${minimum}`;
  const count = outcome('minimum.executed', `at least ${minimum} contracts executed`, {
    detail: `${executed} of ${result.rulings.length} executed`,
    reasons: executed >= minimum ? [] : [low],
  });
  if (notSkipped.length === 0) return [count];
  const reasons = notSkipped.flatMap((area) => skipped(area, candidate));
  const areas = outcome('minimum.notSkipped', `no area skipped: ${notSkipped.join(', ')}`, {
    detail: `${notSkipped.length - reasons.length} of ${notSkipped.length} areas executed`,
    reasons,
  });
  return [count, areas];
};

function skipped(area: string, { result }: Candidate): readonly string[] {
  const inArea = result.rulings.filter(({ contract }) => areaOf(contract) === area);
  if (executedAmong(inArea) > 0) return [];
  if (inArea.length > 0) {
    return [`area ${area}: none of its ${inArea.length} contracts was put to the test`];
  }
  const areas = [...new Set(result.rulings.map(({ contract }) => areaOf(contract)))];
  const meant = didYouMean(area, areas);
  const hint = meant === undefined ? `there are: ${areas.join(', ')}` : `did you mean ${meant}?`;
  return [`area ${area}: this run has no such contracts; ${hint}`];
}
