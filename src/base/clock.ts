// SPDX-License-Identifier: Apache-2.0
/** Time as a port, so that pure rooms and specs decide what it is. */
export interface Clock {
  /** Monotonic, in milliseconds with fractions. */
  readonly nowMs: () => number;
  /** Resolves after the time, or at once when the signal aborts. Never rejects. */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
}

/** What Node's timers can hold; asked for more, they do not wait at all. */
export const longestTimerMs: number = 2 ** 31 - 1;
