// SPDX-License-Identifier: Apache-2.0
import { type ContractText, textsById } from '#compare/contract-text.js';
import type { Result } from '#judge/result.js';
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
  readonly catalogue?: readonly ContractText[] | undefined;
}

export interface GateDecision {
  readonly go: boolean;
  readonly rules: readonly RuleOutcome[];
  /** The reasons of all broken rules; empty when `go`. */
  readonly reasons: readonly string[];
}

/** Throws E-BASELINE when the policy needs a baseline and there is none. */
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
    result,
    baseline,
    findings,
    excused: policy.allow.knownFailing ? excusedBy(findings) : new Set(),
    texts: textsById(catalogue ?? []),
  };
}
