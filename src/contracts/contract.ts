// SPDX-License-Identifier: Apache-2.0
import type { Evidence } from '#evidence/evidence.js';
import type { ClaimCode } from './claims.js';
import type { Verdict } from './verdict.js';

export type Level = 'must' | 'should' | 'may';

export interface Contract {
  /** `subject.action.rule`; never renamed, never reused. */
  readonly id: string;
  readonly level: Level;
  /** Version of the suite in which it first counted. */
  readonly since: string;
  /** A sentence in the present tense that can be false. */
  readonly title: string;
  /** Where the rule comes from, and what that place says, in our words. */
  readonly reference: { readonly source: string; readonly says: string };
  /** What a kubelet, and so its users, suffer when it is broken. */
  readonly consequence: string;
  /** What a kubelet relies on and the classes of real bugs that it stands for; src/contracts/claims.ts says what each is. */
  readonly covers: readonly ClaimCode[];
  /** Pure: the evidence of one scenario in, a verdict out. The judge joins the verdicts of all scenarios. */
  readonly check: (evidence: Evidence) => Verdict;
}
