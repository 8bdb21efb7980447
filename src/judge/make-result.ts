// SPDX-License-Identifier: Apache-2.0
import type { Verdict, VerdictKind } from '#contracts/verdict.js';
import type { RecordingHeader } from '#evidence/event.js';
import type { Result, ResultRuling } from '#results/result.js';
import type { Contract } from '#contracts/contract.js';
import type { Proof } from '#results/proof.js';

/** The verdict on a contract for the whole run; `scenario` is the one that decided. */
export interface Ruling {
  readonly contract: Contract;
  readonly verdict: Verdict;
  readonly scenario: string | undefined;
  /** Of violated and undecided contracts. */
  readonly proof: Proof | undefined;
}

export interface ResultParts {
  readonly header: RecordingHeader;
  readonly rulings: readonly Ruling[];
  /** How long each scenario took. */
  readonly scenarios: readonly { readonly id: string; readonly ms: number }[];
  /** How long the whole run took. */
  readonly ms: number;
}

/** The result of a run: the same evidence gives the same bytes. */
export function makeResult({ header, rulings, scenarios, ms }: ResultParts): Result {
  const { name, version, endpoint } = header.target;
  return {
    schemaVersion: 1,
    tool: { name: header.tool.name, version: header.tool.version },
    target: { name, version, endpoint },
    summary: summaryOf(rulings),
    rulings: rulings.map(resultRuling).toSorted((one, other) => (one.contract < other.contract ? -1 : 1)),
    scenarios: scenarios
      .map((scenario) => ({ id: scenario.id, ms: Math.round(scenario.ms) }))
      .toSorted((one, other) => (one.id < other.id ? -1 : 1)),
    ms: Math.round(ms),
  };
}

function summaryOf(rulings: readonly Ruling[]): Readonly<Record<VerdictKind, number>> {
  const count = (kind: VerdictKind): number => rulings.filter(({ verdict }) => verdict.kind === kind).length;
  return {
    held: count('held'),
    violated: count('violated'),
    undecided: count('undecided'),
    unexercised: count('unexercised'),
    unsupported: count('unsupported'),
  };
}

function resultRuling({ contract, verdict, scenario }: Ruling): ResultRuling {
  return {
    contract: contract.id,
    level: contract.level,
    verdict: verdict.kind,
    ...whyOf(verdict),
    ...(scenario === undefined ? {} : { scenario }),
    calls: verdict.kind === 'unexercised' ? [] : verdict.calls,
  };
}

/** A contract that held needs no reason. */
function whyOf(verdict: Verdict): Pick<ResultRuling, 'expected' | 'actual' | 'reason'> {
  switch (verdict.kind) {
    case 'held':
      return {};
    case 'violated':
      return { expected: verdict.expected, actual: verdict.actual };
    case 'undecided':
    case 'unexercised':
    case 'unsupported':
      return { reason: verdict.reason };
  }
}
