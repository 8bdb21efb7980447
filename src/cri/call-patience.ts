// SPDX-License-Identifier: Apache-2.0
import { longestTimerMs } from '#base/clock.js';
import type { Unanswered } from './outcome.js';

/** grpc-js ends a call at its deadline or when it is cancelled. One that it does not end in this time is given up by us. */
const graceMs = 500;

/** How long one call is waited for, whatever grpc-js makes of its deadline: an answer that never ends has none. */
export class CallPatience {
  readonly #giveUp: (outcome: Unanswered) => void;
  #timer: NodeJS.Timeout | undefined;
  /** It ended, or was given up. */
  isOver = false;

  constructor(deadlineMs: number | null | undefined, giveUp: (outcome: Unanswered) => void) {
    this.#giveUp = giveUp;
    if (deadlineMs === null || deadlineMs === undefined || deadlineMs + graceMs > longestTimerMs) return;
    const message = `Deadline exceeded after ${deadlineMs / 1000} s, in the middle of an answer that does not end`;
    this.#expect(deadlineMs + graceMs, { kind: 'unanswered', reason: 'client-deadline', message });
  }

  /** The call was cancelled. */
  abandoned(): void {
    const message = 'Cancelled in the middle of an answer that does not end';
    if (!this.isOver) this.#expect(graceMs, { kind: 'unanswered', reason: 'cancelled', message });
  }

  over(): void {
    this.isOver = true;
    clearTimeout(this.#timer);
  }

  #expect(ms: number, outcome: Unanswered): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (this.isOver) return;
      this.isOver = true;
      this.#giveUp(outcome);
    }, ms);
  }
}
