// SPDX-License-Identifier: Apache-2.0
import { setImmediate as nextTurn } from 'node:timers/promises';
import { withinTime } from '#base/within-time.js';
import type { Evidence } from '#evidence/evidence.js';
import type { Judge } from '#judge/create-judge.js';

/** How often to check for an interruption. */
const turnMs = 50;
/** One of our checks takes milliseconds; on forged evidence it may take quadratic time. */
const checkMs = 2_000;
const scenarioMs = 10_000;

/**
 * Judges a scenario contract by contract, so that an interruption takes effect and no evidence takes forever.
 */
export async function judgeInTime(judge: Judge, evidence: Evidence, tooLate: AbortSignal): Promise<void> {
  const steps = judge.steps(evidence);
  const beganMs = performance.now();
  for (let at = 0; at < steps.length;) {
    await nextTurn();
    const untilMs = performance.now() + turnMs;
    const isInTime = withinTime(checkMs, () => {
      for (; at < steps.length && performance.now() < untilMs && whyNot(beganMs, tooLate) === undefined; at++)
        steps[at]?.judge();
    });
    const reason = isInTime ? whyNot(beganMs, tooLate) : 'the evidence is too large for this check';
    if (reason !== undefined) steps[at++]?.leave(reason);
  }
}

function whyNot(beganMs: number, tooLate: AbortSignal): string | undefined {
  if (tooLate.aborted) return 'judging ran out of time';
  return performance.now() - beganMs > scenarioMs ? 'the evidence of its scenario is too large' : undefined;
}
