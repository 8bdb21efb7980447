// SPDX-License-Identifier: Apache-2.0
import { longestTimerMs } from '#base/clock.js';
import type { NoAnswer } from '../outcome.js';
import { statusNames } from '../status-name.js';

/** Deadline, timeout and timer are each rounded to milliseconds on the way: for a server it may pass so much earlier. */
const roundedMs = 10;

const endsOfDeadline: ReadonlySet<string | undefined> = new Set(['DEADLINE_EXCEEDED', 'CANCELLED']);

/** grpc-js ends a call at its deadline or on cancellation. After this time we give it up ourselves. */
const graceMs = 500;

/** Limits the wait for one call whatever grpc-js does about its deadline: it never ends an endless answer. */
export class CallPatience {
  readonly #giveUp: (outcome: NoAnswer) => void;
  readonly #deadlineMs: number;
  readonly #beganMs = performance.now();
  #timer: NodeJS.Timeout | undefined;
  /** It ended, or was given up. */
  isOver = false;

  constructor(deadlineMs: number | null | undefined, giveUp: (outcome: NoAnswer) => void) {
    this.#giveUp = giveUp;
    this.#deadlineMs = deadlineMs ?? Infinity;
    if (deadlineMs === null || deadlineMs === undefined || deadlineMs + graceMs > longestTimerMs) return;
    const message = `Deadline exceeded after ${deadlineMs / 1000} s, during an endless answer`;
    this.#expect(deadlineMs + graceMs, { kind: 'unanswered', reason: 'client-deadline', message });
  }

  /**
   * A server that knows our deadline may report that it has passed before grpc-js does, or break off the call (CRI-O):
   * not a refusal.
   */
  missed({ code }: { readonly code: number }): NoAnswer | undefined {
    const isLate = performance.now() - this.#beganMs >= this.#deadlineMs - roundedMs;
    if (!isLate || !endsOfDeadline.has(statusNames[code])) return undefined;
    const message = `Deadline exceeded after ${this.#deadlineMs / 1000}s`;
    return { kind: 'unanswered', reason: 'client-deadline', message };
  }

  /** The call was cancelled. */
  abandoned(): void {
    const message = 'Cancelled during an endless answer';
    if (!this.isOver) this.#expect(graceMs, { kind: 'unanswered', reason: 'cancelled', message });
  }

  over(): void {
    this.isOver = true;
    clearTimeout(this.#timer);
  }

  #expect(ms: number, outcome: NoAnswer): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (this.isOver) return;
      this.isOver = true;
      this.#giveUp(outcome);
    }, ms);
  }
}
