// SPDX-License-Identifier: Apache-2.0
import type { Clock } from '#base/clock.js';

/** Wakes whoever waits for a change. */
export class Bell {
  #waiting = new AbortController();

  ring(): void {
    const rung = this.#waiting;
    this.#waiting = new AbortController();
    rung.abort();
  }

  /** Aborts at the next ring. */
  get next(): AbortSignal {
    return this.#waiting.signal;
  }
}

/** Checks at every ring until it holds. False: the time passed, or the signal aborted. */
export async function untilHolds(
  condition: () => boolean,
  {
    bell,
    clock,
    timeoutMs,
    signal,
  }: { bell: Bell; clock: Clock; timeoutMs: number; signal: AbortSignal | undefined },
): Promise<boolean> {
  const endMs = clock.nowMs() + timeoutMs;
  for (;;) {
    if (condition()) return true;
    const leftMs = endMs - clock.nowMs();
    if (leftMs <= 0 || signal?.aborted === true) return false;
    await clock.sleep(leftMs, AbortSignal.any([bell.next, ...(signal ? [signal] : [])]));
  }
}
