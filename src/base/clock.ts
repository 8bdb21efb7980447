// SPDX-License-Identifier: Apache-2.0
/** Time as a port, so that pure rooms do not read the clock and specs control it. */
export interface Clock {
  /** Monotonic, in milliseconds with fractions. */
  readonly nowMs: () => number;
  /** Resolves after `ms`, or at once when the signal aborts. Never rejects. */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
}

/** Resolves after `ms` by the timer, which may be a fraction early, or when the signal aborts. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted === true) {
      resolve();
      return;
    }
    const done = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, Math.min(Math.max(ms, 0), longestTimerMs));
    signal?.addEventListener('abort', done);
  });
}

/**
 * Why a wait is aborted that nobody needs any more. It is shared, because aborting without a reason makes an
 * error with a stack trace, and a run ends ten thousands of waits.
 */
export const notNeeded: Error = new Error('not needed any more');

/** The longest delay of Node's timers; for a longer one they do not wait at all. */
export const longestTimerMs: number = 2 ** 31 - 1;
