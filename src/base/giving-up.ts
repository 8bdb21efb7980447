// SPDX-License-Identifier: Apache-2.0
import { setMaxListeners } from 'node:events';
import { longestTimerMs } from './clock.js';

/**
 * Settles as `work` does, unless the signal aborts first: then rejects with `error()` and ignores the work.
 */
export async function unlessAborted<T>(
  work: Promise<T>,
  signal: AbortSignal,
  error: () => Error,
): Promise<T> {
  let giveUp = (): void => undefined;
  const aborted = new Promise<never>((_, reject) => {
    giveUp = () => {
      reject(error());
    };
    if (signal.aborted) giveUp();
    else signal.addEventListener('abort', giveUp);
  });
  work.catch(() => undefined);
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
}

/** Whether the work ended before the signal aborted. Rejects if the work does. */
export async function endsBefore(signal: AbortSignal, work: Promise<unknown>): Promise<boolean> {
  const tooLate = new Error('too late');
  return unlessAborted(work, signal, () => tooLate).then(
    () => true,
    (error: unknown) => {
      if (error === tooLate) return false;
      throw error;
    },
  );
}

/** A signal that aborts `ms` after the other one. */
export function abortedAfter(signal: AbortSignal, ms: number): AbortSignal {
  const late = new AbortController();
  setMaxListeners(0, late.signal);
  const begin = (): void => {
    setTimeout(
      () => {
        late.abort(signal.reason);
      },
      Math.min(ms, longestTimerMs),
    );
  };
  if (signal.aborted) begin();
  else signal.addEventListener('abort', begin, { once: true });
  return late.signal;
}
