// SPDX-License-Identifier: Apache-2.0
import type { Verdict, VerdictKind } from '#contracts/verdict.js';
import type { Footer, Header } from '#evidence/event.js';
import type { Judge } from './judge.js';
import type { Result, ResultRuling } from './result.js';
import type { Ruling } from './ruling.js';

/** Everything of it comes from the recording, so that judging it again gives the same bytes. */
export function makeResult(header: Header, judge: Judge, footer: Footer | undefined): Result {
  const { tool, target } = header;
  const rulings = judge.rulings().map(resultRuling);
  const scenarios = judge.times();
  return {
    schemaVersion: 1,
    tool,
    target: { name: target.name, version: target.version, endpoint: target.endpoint },
    summary: summaryOf(rulings),
    rulings,
    scenarios,
    ms: Math.round(footer?.atMs ?? 0),
  };
}

function resultRuling({ contract, verdict, scenario }: Ruling): ResultRuling {
  const reason = reasonOf(verdict);
  return {
    contract: contract.id,
    level: contract.level,
    verdict: verdict.kind,
    ...(reason === undefined ? {} : { reason }),
    ...(scenario === undefined ? {} : { scenario }),
    calls: verdict.kind === 'unexercised' ? [] : verdict.calls,
  };
}

function reasonOf(verdict: Verdict): string | undefined {
  switch (verdict.kind) {
    case 'held':
      return undefined;
    case 'violated':
      return `expected ${verdict.expected}; actual ${verdict.actual}`;
    case 'undecided':
    case 'unexercised':
    case 'unsupported':
      return verdict.reason;
  }
}

function summaryOf(rulings: readonly ResultRuling[]): Result['summary'] {
  const count = (kind: VerdictKind): number => rulings.filter(({ verdict }) => verdict === kind).length;
  return {
    held: count('held'),
    violated: count('violated'),
    undecided: count('undecided'),
    unexercised: count('unexercised'),
    unsupported: count('unsupported'),
  };
}
