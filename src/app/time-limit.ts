// SPDX-License-Identifier: Apache-2.0
/** A signal that aborts with the outer one, or with the reason `timeout` when the time is up. */
export interface TimeLimit {
  readonly signal: AbortSignal;
  readonly end: () => void;
}

/** What a timer can wait; asked for more, it would not wait at all. */
const longestMs = 2 ** 31 - 1;

export function timeLimit(outer: AbortSignal, ms: number | undefined): TimeLimit {
  if (ms === undefined) return { signal: outer, end: () => undefined };
  const inner = new AbortController();
  const timer = setTimeout(
    () => {
      inner.abort('timeout');
    },
    Math.min(ms, longestMs),
  );
  return {
    signal: AbortSignal.any([outer, inner.signal]),
    end: () => {
      clearTimeout(timer);
    },
  };
}
