// SPDX-License-Identifier: Apache-2.0
import { longestTimerMs } from '#base/clock.js';

/** A signal that aborts with the outer one, or with the reason `timeout` when time is up. */
export interface TimeLimit {
  readonly signal: AbortSignal;
  readonly end: () => void;
}

export function timeLimit(outer: AbortSignal, ms: number | undefined): TimeLimit {
  if (ms === undefined) return { signal: outer, end: () => undefined };
  const inner = new AbortController();
  const timer = setTimeout(
    () => {
      inner.abort('timeout');
    },
    Math.min(ms, longestTimerMs),
  );
  return {
    signal: AbortSignal.any([outer, inner.signal]),
    end: () => {
      clearTimeout(timer);
    },
  };
}
