// SPDX-License-Identifier: Apache-2.0
import { withLevelsOf } from '#compare/as-known-here.js';
import { type ContractText, textsById } from '#results/contract-text.js';
import type { Result } from '#results/result.js';
import { excusedBy, knownFindings } from './known-findings.js';
import type { Policy } from './policy.js';
import type { Candidate, RuleOutcome } from './rule-outcome.js';
import { floor } from './rules/floor.js';
import { knownList } from './rules/known-list.js';
import { regressions } from './rules/regressions.js';
import { requirements } from './rules/requirements.js';
import { runtime } from './rules/runtime.js';
import { shouldBudget } from './rules/should-budget.js';

export interface GateInput {
  readonly result: Result;
  readonly baseline?: Result | undefined;
  /** Date, 2027-03-31. */
  readonly today: string;
  /** All contracts of the suite; without it, the contracts of the result count as all. */
  readonly catalogue?: readonly ContractText[] | undefined;
}

export interface GateDecision {
  readonly go: boolean;
  readonly rules: readonly RuleOutcome[];
  /** The reasons of all broken rules; empty for `go`. */
  readonly reasons: readonly string[];
}

/** Throws E-BASELINE if the policy needs a baseline and there is none. */
export function decide(policy: Policy, input: GateInput): GateDecision {
  const candidate = candidateOf(policy, input);
  const rules = [runtime, requirements, shouldBudget, floor, knownList, regressions].flatMap((rule) =>
    rule(candidate),
  );
  return { go: rules.every(({ ok }) => ok), rules, reasons: rules.flatMap(({ reasons }) => reasons) };
}

function candidateOf(policy: Policy, { result, baseline, today, catalogue }: GateInput): Candidate {
  const findings = knownFindings(policy.knownFailing, { result, today, catalogue });
  return {
    policy,
    result: withLevelsOf(catalogue ?? [], result),
    claimed: result,
    baseline,
    findings,
    excused: policy.allow.knownFailing ? excusedBy(findings) : new Set(),
    texts: textsById(catalogue ?? []),
    strangers: strangersIn(result, catalogue),
  };
}

function strangersIn({ rulings }: Result, catalogue: GateInput['catalogue']): ReadonlySet<string> {
  if (catalogue === undefined) return new Set();
  const known = new Set(catalogue.map(({ id }) => id));
  return new Set(rulings.map(({ contract }) => contract).filter((id) => !known.has(id)));
}
