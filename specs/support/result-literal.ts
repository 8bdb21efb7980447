// SPDX-License-Identifier: Apache-2.0
import type { Result, ResultRuling } from '#results/result.js';
import { aResult } from '../unit/compare/sample.js';

type VerdictKind = ResultRuling['verdict'];

const levels = {
  'container.start.once': 'must',
  'container.status.times-in-window': 'should',
  // Only another suite has it: here, no contract has that level.
  'image.list.order': 'may',
  'sandbox.run.ready-at-once': 'must',
  'sandbox.stop.idempotent': 'must',
} as const;

/** Every result of `resultOf` has a ruling on these five contracts. */
export type RuledOn = keyof typeof levels;

/** A result in which every contract held, except the given ones. */
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
