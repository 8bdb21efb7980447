// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '#contracts/contract.js';
import type { Verdict } from '#contracts/verdict.js';
import type { Proof } from './proof.js';

/** A contract and what the whole run says of it; `scenario` is the one that decided. */
export interface Ruling {
  readonly contract: Contract;
  readonly verdict: Verdict;
  readonly scenario: string | undefined;
  /** Of what is violated or undecided. */
  readonly proof: Proof | undefined;
}
