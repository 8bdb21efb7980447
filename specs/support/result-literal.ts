// SPDX-License-Identifier: Apache-2.0
import type { Result, ResultRuling } from '#results/result.js';
import { aResult } from '../unit/compare/sample.js';

type VerdictKind = ResultRuling['verdict'];

const levels = {
  'container.start.once': 'must',
  'container.status.times-in-window': 'should',
  // Only another suite than this has it: here, no contract is of that level.
  'image.list.order': 'may',
  'sandbox.run.ready-at-once': 'must',
  'sandbox.stop.idempotent': 'must',
} as const;

/** Of these five contracts, every result of `resultOf` has a ruling. */
export type RuledOn = keyof typeof levels;

/** A result in which all held but what is given. */
export function resultOf(
  verdicts: Readonly<Partial<Record<RuledOn, VerdictKind>>> = {},
  target: Partial<Result['target']> = {},
): Result {
  const rulings = (Object.keys(levels) as RuledOn[]).map((contract) =>
    rulingOf(contract, verdicts[contract] ?? 'held'),
  );
  return { ...aResult(rulings, target), scenarios: [{ id: 'pod.happy-path', ms: 812 }], ms: 1812 };
}

function rulingOf(contract: RuledOn, verdict: VerdictKind): ResultRuling {
  const level = levels[contract];
  if (verdict === 'held') return { contract, level, verdict, scenario: 'pod.happy-path', calls: [1, 2] };
  const why =
    verdict === 'violated' ? { expected: 'OK', actual: 'NOT_FOUND: gone' } : { reason: `it is ${verdict}` };
  return { contract, level, verdict, ...why, calls: [] };
}
