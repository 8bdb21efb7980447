// SPDX-License-Identifier: Apache-2.0
import type { ClockStep } from '../timestamps.js';

/** Monotonic and wall clock of this node, in milliseconds. */
export interface TwoClocks {
  readonly monotonicMs: () => number;
  readonly wallMs: () => number;
}

/** NTP slews both clocks alike: only a step takes them apart. */
const smallestStepMs = 20;

/** We were not running between two readings that lie further apart: they say nothing. */
const longestReadMs = 2;

const maxReads = 5;

/** Notices when somebody sets the wall clock, or the machine slept. Each look takes a microsecond. */
export class ClockWatch {
  readonly #clocks: TwoClocks;
  readonly #startedMs: number;
  #aheadMs: number;
  #lookedMs: number;

  constructor(clocks: TwoClocks) {
    this.#clocks = clocks;
    this.#startedMs = clocks.monotonicMs();
    this.#aheadMs = clocks.wallMs() - this.#startedMs;
    this.#lookedMs = 0;
  }

  /** Milliseconds since the watch began, by the monotonic clock. */
  nowMs(): number {
    return Math.round((this.#clocks.monotonicMs() - this.#startedMs) * 1000) / 1000;
  }

  /** The step since the last look; undefined: none. */
  look(): ClockStep | undefined {
    const aheadMs = this.#readAheadMs();
    const atMs = this.nowMs();
    if (aheadMs === undefined) return undefined;
    const fromMs = this.#lookedMs;
    const byMs = Math.round(aheadMs - this.#aheadMs);
    this.#lookedMs = atMs;
    if (Math.abs(byMs) < smallestStepMs) return undefined;
    this.#aheadMs = aheadMs;
    return { fromMs, atMs, byMs };
  }

  /** The wall clock at 0 ms, as it was when this is called. Steps until then are forgotten. */
  restart(): number {
    this.#aheadMs = this.#readAheadMs() ?? this.#clocks.wallMs() - this.#clocks.monotonicMs();
    this.#lookedMs = this.nowMs();
    return this.#aheadMs + this.#startedMs;
  }

  /** How far the wall clock is ahead; undefined: we were interrupted each time we looked. */
  #readAheadMs(): number | undefined {
    const { monotonicMs, wallMs } = this.#clocks;
    for (let read = 0; read < maxReads; read++) {
      const beforeMs = monotonicMs();
      const ms = wallMs();
      const afterMs = monotonicMs();
      if (afterMs - beforeMs <= longestReadMs) return ms - (beforeMs + afterMs) / 2;
    }
    return undefined;
  }
}
