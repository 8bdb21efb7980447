// SPDX-License-Identifier: Apache-2.0
import { fails } from '#results/fails.js';
import { failing, outcome, type PolicyRule } from '../rule-outcome.js';

/** `allow.should`: how many SHOULD contracts may fail without being listed. */
export const shouldBudget: PolicyRule = ({ policy, result, excused, texts }) => {
  const budget = policy.allow.should;
  if (budget === undefined) return [];
  const broken = result.rulings.filter(
    (ruling) => ruling.level === 'should' && fails(ruling) && !excused.has(ruling.contract),
  );
  const sentences = broken.map((ruling) => failing(ruling, texts));
  const over = broken.length > budget;
  return [
    outcome('allow.should', `at most ${budget} unlisted SHOULD contracts broken`, {
      detail: `${broken.length} broken`,
      reasons: over ? sentences : [],
      notes: over ? [] : sentences,
    }),
  ];
};
