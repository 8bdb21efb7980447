// SPDX-License-Identifier: Apache-2.0
export interface BackOffLimits {
  readonly initialMs: number;
  readonly maxMs: number;
}

/** Windows that double with each failure of the same thing, and are forgotten after twice the longest one. */
export class BackOff {
  readonly #limits: BackOffLimits;
  readonly #entries = new Map<string, { windowMs: number; advancedMs: number }>();

  constructor(limits: BackOffLimits) {
    this.#limits = limits;
  }

  /** How much of the window that began with the event is left; 0 where the thing may be done again. */
  remainingMs(key: string, eventMs: number, nowMs: number): number {
    const entry = this.#entries.get(key);
    if (!entry || this.#isStale(entry.advancedMs, eventMs)) return 0;
    return Math.max(0, eventMs + entry.windowMs - nowMs);
  }

  /** The window since the last advance, as image pulls count it. */
  remainingSinceAdvanceMs(key: string, nowMs: number): number {
    const entry = this.#entries.get(key);
    if (!entry || this.#isStale(entry.advancedMs, nowMs)) return 0;
    return Math.max(0, entry.advancedMs + entry.windowMs - nowMs);
  }

  advance(key: string, eventMs: number, nowMs: number): void {
    const entry = this.#entries.get(key);
    const fresh = !entry || this.#isStale(entry.advancedMs, eventMs);
    const windowMs = fresh ? this.#limits.initialMs : Math.min(entry.windowMs * 2, this.#limits.maxMs);
    this.#entries.set(key, { windowMs, advancedMs: nowMs });
  }

  #isStale(advancedMs: number, eventMs: number): boolean {
    return eventMs - advancedMs > this.#limits.maxMs * 2;
  }
}
