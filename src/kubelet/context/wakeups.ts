// SPDX-License-Identifier: Apache-2.0
import { notNeeded, type Clock } from '#base/clock.js';

/** Wakes everyone who waits for a change. */
export class ChangeNotifier {
  #waiting = new AbortController();

  notify(): void {
    const fired = this.#waiting;
    this.#waiting = new AbortController();
    fired.abort(notNeeded);
  }

  /** Aborts at the next change. */
  get next(): AbortSignal {
    return this.#waiting.signal;
  }
}

/** Resolves at a time, or when woken before. A wake-up while nobody waits is kept. */
export class WakeupTimer {
  readonly #changes = new ChangeNotifier();
  #called = true;

  wake(): void {
    this.#called = true;
    this.#changes.notify();
  }

  async wait(untilMs: number, { clock, signal }: { clock: Clock; signal: AbortSignal }): Promise<void> {
    const leftMs = untilMs - clock.nowMs();
    if (!this.#called && leftMs > 0) await clock.sleep(leftMs, AbortSignal.any([this.#changes.next, signal]));
    this.#called = false;
  }
}

/** Checks at every change until the condition holds. False: it timed out, or the signal aborted. */
export async function untilHolds(
  condition: () => boolean,
  {
    changes,
    clock,
    timeoutMs,
    signal,
  }: { changes: ChangeNotifier; clock: Clock; timeoutMs: number; signal: AbortSignal | undefined },
): Promise<boolean> {
  const endMs = clock.nowMs() + timeoutMs;
  for (;;) {
    if (condition()) return true;
    const leftMs = endMs - clock.nowMs();
    if (leftMs <= 0 || signal?.aborted === true) return false;
    await clock.sleep(leftMs, AbortSignal.any([changes.next, ...(signal ? [signal] : [])]));
  }
}
