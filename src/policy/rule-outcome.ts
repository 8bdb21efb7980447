// SPDX-License-Identifier: Apache-2.0
import type { ContractText } from '#results/contract-text.js';
import type { Result, ResultRuling } from '#results/result.js';
import { whyText } from '#results/why-text.js';
import type { KnownFinding } from './known-findings.js';
import type { Policy } from './policy.js';

/** One rule of the policy, applied. */
export interface RuleOutcome {
  /** Key in the policy, stable: `require.must`, `minimum.executed`. */
  readonly rule: string;
  /** The rule as a sentence. */
  readonly title: string;
  readonly ok: boolean;
  /** The fact that decided it. */
  readonly detail: string;
  /** Why it is broken, one sentence each; empty if `ok`. */
  readonly reasons: readonly string[];
  /** What to know even if it is not broken. */
  readonly notes: readonly string[];
}

/** The input of the rules. */
export interface Candidate {
  readonly policy: Policy;
  /** With this suite's levels where they are stricter. */
  readonly result: Result;
  /** As the file has it. */
  readonly claimed: Result;
  readonly baseline: Result | undefined;
  readonly findings: readonly KnownFinding[];
  /** Ids of the failures that the policy excuses. */
  readonly excused: ReadonlySet<string>;
  readonly texts: ReadonlyMap<string, ContractText>;
  /** Ids that this suite does not have: a verdict of held proves nothing, a failure counts. */
  readonly strangers: ReadonlySet<string>;
}

export type PolicyRule = (candidate: Candidate) => readonly RuleOutcome[];

/** A rule passes if there are no reasons against it. */
export function outcome(
  rule: string,
  title: string,
  found: { readonly detail: string; readonly reasons: readonly string[]; readonly notes?: readonly string[] },
): RuleOutcome {
  const { detail, reasons, notes = [] } = found;
  return { rule, title, ok: reasons.length === 0, detail, reasons, notes };
}

/** For notes. */
export function namedRule(ids: readonly string[], most = 10): string {
  const more = ids.length > most ? ` and ${ids.length - most} more` : '';
  return `${ids.slice(0, most).join(', ')}${more}`;
}

/** One sentence on a contract that does not hold. */
export function failing(ruling: ResultRuling, texts: ReadonlyMap<string, ContractText>): string {
  const { contract, level, verdict } = ruling;
  const title = texts.get(contract)?.title;
  const word = verdict === 'undecided' ? 'undecided, which does not count as held' : verdict;
  const parts = [title, whyText(ruling)].filter((part) => part !== undefined);
  return `${contract} (${level.toUpperCase()}) ${word}${parts.map((part) => `: ${part}`).join('')}`;
}
