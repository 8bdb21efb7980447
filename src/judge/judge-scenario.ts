// SPDX-License-Identifier: Apache-2.0
import { errorMessage } from '#base/text/error-message.js';
import type { Contract } from '#contracts/contract.js';
import { undecided, unsupported, type Verdict } from '#contracts/verdict.js';
import type { Evidence } from '#evidence/evidence.js';

/**
 * Judges a contract by the evidence of one scenario. A check that throws decides nothing. `promised`: the
 * scenario was to exercise the contract, so if it got stuck before, the contract is undecided.
 */
export function judgeScenario(contract: Contract, evidence: Evidence, promised = false): Verdict {
  try {
    const verdict = contract.check(evidence);
    return verdict.kind === 'unexercised' ? whyNot(evidence, verdict, promised) : verdict;
  } catch (error) {
    return undecided([], `our check crashed: ${errorMessage(error)}`);
  }
}

/** A scenario that could not be played says more than a contract that was not exercised. */
function whyNot({ ended, reason }: Evidence, verdict: Verdict, promised: boolean): Verdict {
  if (ended === 'done' || !promised) return verdict;
  const why = reason ?? 'no reason recorded';
  return ended === 'stuck'
    ? undecided([], `the scenario got stuck before this: ${why}`)
    : unsupported([], why);
}
