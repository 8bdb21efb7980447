// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '#contracts/contract.js';
import { undecided, type Verdict } from '#contracts/verdict.js';
import type { Evidence } from '#evidence/evidence.js';

/** One contract on one scenario. A check that throws is our bug: the verdict is open, and says so. */
export function judgeScenario(contract: Contract, evidence: Evidence): Verdict {
  try {
    return contract.check(evidence);
  } catch (error) {
    return undecided([], `our check crashed: ${error instanceof Error ? error.message : String(error)}`);
  }
}
