// SPDX-License-Identifier: Apache-2.0
import { type VerdictChange, differencesBetween } from '#compare/differences.js';
import { exitCode } from '#base/exit-code.js';
import { Failure } from '#base/failure.js';
import { whyText } from '#results/why-text.js';
import { outcome, type PolicyRule } from '../rule-outcome.js';

/** `regressions`: held in the baseline, fails now. */
export const regressions: PolicyRule = ({ policy, result, baseline, excused }) => {
  if (!policy.regressions) return [];
  if (!baseline) throw noBaseline();
  const { max } = policy.regressions;
  const { regressed, changed, removed } = differencesBetween(baseline, result);
  const counted = regressed.filter(({ contract }) => !excused.has(contract));
  const over = counted.length > max;
  const sentences = counted.map(sentence);
  const lost = changed.filter(({ was }) => was.verdict === 'held').map(({ contract }) => contract);
  return [
    outcome('regressions', `at most ${max} regressions against the baseline`, {
      detail: `${counted.length} found against ${baseline.target.name} ${baseline.target.version}`,
      reasons: over ? sentences : [],
      notes: [
        ...(over ? [] : sentences),
        ...list('held in the baseline, not exercised now', lost),
        ...list(
          'in the baseline only',
          removed.map(({ contract }) => contract),
        ),
      ],
    }),
  ];
};

function sentence({ contract, now }: VerdictChange): string {
  const why = whyText(now);
  return `${contract} held in the baseline, now ${now.verdict}${why === undefined ? '' : `: ${why}`}`;
}

function list(what: string, contracts: readonly string[]): readonly string[] {
  return contracts.length === 0 ? [] : [`${what}: ${contracts.join(', ')}`];
}

function noBaseline(): Failure {
  return new Failure(
    'E-BASELINE',
    'The policy counts regressions, but there is no baseline to count against.',
    {
      likely: '--baseline was not given',
      fix: 'criprobe gate --policy <file> --baseline <result.json of the version in use>',
      exit: exitCode.usage,
    },
  );
}
