// SPDX-License-Identifier: Apache-2.0
/** Time as a port, so that pure rooms do not read the clock and specs control it. */
export interface Clock {
  /** Monotonic, in milliseconds with fractions. */
  readonly nowMs: () => number;
  /** Resolves after `ms`, or at once when the signal aborts. Never rejects. */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
}

/** The longest delay of Node's timers; for a longer one they do not wait at all. */
export const longestTimerMs: number = 2 ** 31 - 1;
