// SPDX-License-Identifier: Apache-2.0
import type { Result, ResultRuling } from '#judge/result.js';

type VerdictKind = ResultRuling['verdict'];

const levels = {
  'container.start.once': 'must',
  'container.status.times-in-window': 'should',
  'image.fs-info.usable': 'may',
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
  const count = (kind: VerdictKind): number => rulings.filter(({ verdict }) => verdict === kind).length;
  return {
    schemaVersion: 1,
    tool: { name: 'criprobe', version: '0.1.0' },
    target: { name: 'containerd', version: '1.7.27', endpoint: 'unix:///run/c.sock', ...target },
    summary: {
      held: count('held'),
      violated: count('violated'),
      undecided: count('undecided'),
      unexercised: count('unexercised'),
      unsupported: count('unsupported'),
    },
    rulings,
    scenarios: [{ id: 'pod.happy-path', ms: 812 }],
    ms: 1812,
  };
}

function rulingOf(contract: RuledOn, verdict: VerdictKind): ResultRuling {
  const level = levels[contract];
  if (verdict === 'held') return { contract, level, verdict, scenario: 'pod.happy-path', calls: [1, 2] };
  const reason = verdict === 'violated' ? 'expected OK; got NOT_FOUND: gone' : `it is ${verdict}`;
  return { contract, level, verdict, reason, calls: [] };
}
