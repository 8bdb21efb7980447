// SPDX-License-Identifier: Apache-2.0
import type { Clock } from '#base/clock.js';

interface Sleeper {
  readonly atMs: number;
  readonly wake: () => void;
}

/** Time that passes only when a spec says so. */
export class ManualClock implements Clock {
  #nowMs = 0;
  readonly #sleepers = new Set<Sleeper>();

  readonly nowMs = (): number => this.#nowMs;

  readonly sleep = (ms: number, signal?: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      const sleeper: Sleeper = { atMs: this.#nowMs + ms, wake: resolve };
      const wake = (): void => {
        this.#sleepers.delete(sleeper);
        resolve();
      };
      if (signal?.aborted === true) {
        resolve();
        return;
      }
      this.#sleepers.add({ ...sleeper, wake });
      signal?.addEventListener('abort', wake, { once: true });
    });

  /** Everything that is due until then happens, in its order. */
  async until(endMs: number): Promise<void> {
    await settled();
    for (;;) {
      const due = [...this.#sleepers].filter(({ atMs }) => atMs <= endMs);
      const [next] = due.toSorted((a, b) => a.atMs - b.atMs);
      if (!next) break;
      this.#sleepers.delete(next);
      this.#nowMs = Math.max(this.#nowMs, next.atMs);
      next.wake();
      await settled();
    }
    this.#nowMs = endMs;
  }
}

/** What is ready to run has run. */
export async function settled(): Promise<void> {
  for (let round = 0; round < 3; round += 1) await new Promise((resolve) => setImmediate(resolve));
}
