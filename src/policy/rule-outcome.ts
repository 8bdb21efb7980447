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
  /** The fact it was decided on. */
  readonly detail: string;
  /** Why it is broken, one sentence each; empty when `ok`. */
  readonly reasons: readonly string[];
  /** What a person should know all the same. */
  readonly notes: readonly string[];
}

/** What the rules look at. */
export interface Candidate {
  readonly policy: Policy;
  /** With the levels of this suite where they are stricter. */
  readonly result: Result;
  /** As it was written. */
  readonly claimed: Result;
  readonly baseline: Result | undefined;
  readonly findings: readonly KnownFinding[];
  /** Ids whose failing the policy excuses. */
  readonly excused: ReadonlySet<string>;
  readonly texts: ReadonlyMap<string, ContractText>;
  /** Ids in the result that this suite does not have: that they held proves nothing, that they failed does. */
  readonly strangers: ReadonlySet<string>;
}

export type PolicyRule = (candidate: Candidate) => readonly RuleOutcome[];

/** A rule is kept when there is no reason against it. */
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
  const word = verdict === 'undecided' ? 'undecided, which does not count as kept' : verdict;
  const parts = [title, whyText(ruling)].filter((part) => part !== undefined);
  return `${contract} (${level.toUpperCase()}) ${word}${parts.map((part) => `: ${part}`).join('')}`;
}
