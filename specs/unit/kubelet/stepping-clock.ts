// SPDX-License-Identifier: Apache-2.0
import type { Clock } from '#base/clock.js';

const quietTurns = 10;

interface Sleeper {
  readonly until: number;
  readonly wake: () => void;
}

/** Time passes only when nothing else goes on: then whoever sleeps shortest wakes up. */
export class SteppingClock implements Clock {
  #ms = 0;
  #stepping = false;
  readonly #sleepers = new Set<Sleeper>();

  nowMs(): number {
    return this.#ms;
  }

  pass(ms: number): void {
    this.#ms += ms;
  }

  async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    if (signal?.aborted === true) return;
    await new Promise<void>((resolve) => {
      const sleeper = { until: this.#ms + ms, wake: resolve };
      this.#sleepers.add(sleeper);
      signal?.addEventListener('abort', () => {
        this.#sleepers.delete(sleeper);
        resolve();
      });
      void this.#step();
    });
  }

  async #step(): Promise<void> {
    if (this.#stepping) return;
    this.#stepping = true;
    while (this.#sleepers.size > 0) {
      for (let turn = 0; turn < quietTurns; turn += 1) await new Promise((resolve) => setImmediate(resolve));
      const [next] = [...this.#sleepers].toSorted((a, b) => a.until - b.until);
      if (!next) break;
      this.#sleepers.delete(next);
      this.#ms = Math.max(this.#ms, next.until);
      next.wake();
    }
    this.#stepping = false;
  }
}
