// SPDX-License-Identifier: Apache-2.0
import type { ContractText } from '#results/contract-text.js';
import { fails } from '#results/fails.js';
import type { Result } from '#results/result.js';
import type { KnownFailing } from './known-failing.js';
import { isRuntime } from './runtime-version.js';

/**
 * The state of a line of the known-failing list. `fails`: violated or undecided, as announced. `holds`: holds
 * again. `passing`: holds this time, as an intermittent one may. `unseen`: the run does not cover it.
 * `unknown`: there is no such contract. `elsewhere`: the line is for another runtime.
 */
export interface KnownFinding {
  readonly line: KnownFailing;
  readonly state: 'fails' | 'holds' | 'passing' | 'unseen' | 'unknown' | 'elsewhere';
  readonly expired: boolean;
}

export interface KnownContext {
  readonly result: Result;
  /** Date, 2027-03-31. */
  readonly today: string;
  /** All contracts of the suite, so that a contract outside this run is not called unknown. */
  readonly catalogue?: readonly ContractText[] | undefined;
}

export function knownFindings(
  lines: readonly KnownFailing[],
  context: KnownContext,
): readonly KnownFinding[] {
  return lines.map((line) => ({
    line,
    state: stateOf(line, context),
    expired: line.expires !== undefined && line.expires < context.today,
  }));
}

/** Ids of the contracts on the list, expired or not. */
export function excusedBy(findings: readonly KnownFinding[]): ReadonlySet<string> {
  return new Set(findings.filter(({ state }) => state === 'fails').map(({ line }) => line.id));
}

function stateOf(line: KnownFailing, { result, catalogue }: KnownContext): KnownFinding['state'] {
  const verdict = result.rulings.find(({ contract }) => contract === line.id)?.verdict;
  if (verdict === undefined && !catalogue?.some(({ id }) => id === line.id)) return 'unknown';
  if (line.when && !isRuntime(result.target, line.when)) return 'elsewhere';
  if (verdict === 'held') return stateWhenHeld(line);
  return verdict !== undefined && fails({ verdict }) ? 'fails' : 'unseen';
}

function stateWhenHeld({ intermittent }: KnownFailing): KnownFinding['state'] {
  return intermittent === true ? 'passing' : 'holds';
}
