// SPDX-License-Identifier: Apache-2.0
import type { Evidence } from '#evidence/evidence.js';
import type { ClaimCode } from './claims.js';
import type { Fact } from './fact.js';
import type { Verdict } from './verdict.js';

export type Level = 'must' | 'should' | 'may';

export interface Contract {
  /** `subject.action.rule`; never renamed, never reused. */
  readonly id: string;
  readonly level: Level;
  /** The first version of the suite with this contract. */
  readonly since: string;
  /** A sentence in the present tense that can be false. */
  readonly title: string;
  /** Where the rule comes from, and what it says there, in our words. */
  readonly reference: { readonly source: string; readonly says: string };
  /** What happens to a kubelet and its users when it is broken. */
  readonly consequence: string;
  /** The claims and classes of real bugs that it checks; see src/contracts/claims.ts. */
  readonly covers: readonly ClaimCode[];
  /**
   * A pure function from the evidence of one scenario to a verdict. The judge joins the verdicts of all
   * scenarios.
   */
  readonly check: (evidence: Evidence) => Verdict;
  /** For the few rules that also compare scenarios with each other; see docs/decisions/0002. */
  readonly across?: AcrossScenarios;
}

export interface AcrossScenarios {
  readonly factsOf: (evidence: Evidence) => readonly Fact[];
  /** A violation among the facts of all scenarios of the run; undefined: there is none. */
  readonly check: (facts: readonly Fact[]) => Verdict | undefined;
}
