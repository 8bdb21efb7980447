// SPDX-License-Identifier: Apache-2.0
export interface BackOffLimits {
  readonly initialMs: number;
  readonly maxMs: number;
}

interface Entry {
  readonly windowMs: number;
  readonly advancedMs: number;
}

/**
 * client-go/util/flowcontrol/backoff.go, Backoff: windows that double with each failure and are forgotten
 * after twice the longest one.
 */
export class BackOff {
  readonly #limits: BackOffLimits;
  readonly #entries = new Map<string, Entry>();

  constructor(limits: BackOffLimits) {
    this.#limits = limits;
  }

  /** IsInBackOffSince: what is left of the window that began with the event; 0: try again. */
  remainingMs(key: string, eventMs: number, nowMs: number): number {
    const entry = this.#remembered(key, Math.max(eventMs, nowMs));
    return entry ? Math.max(0, eventMs + entry.windowMs - nowMs) : 0;
  }

  /** IsInBackOffSinceUpdate: the same since the last advance, as image pulls count it. */
  remainingSinceAdvanceMs(key: string, nowMs: number): number {
    const entry = this.#remembered(key, nowMs);
    return entry ? Math.max(0, entry.advancedMs + entry.windowMs - nowMs) : 0;
  }

  advance(key: string, eventMs: number, nowMs: number): void {
    const { initialMs, maxMs } = this.#limits;
    const entry = this.#remembered(key, Math.max(eventMs, nowMs));
    const windowMs = entry ? Math.min(entry.windowMs * 2, maxMs) : initialMs;
    this.#entries.set(key, { windowMs, advancedMs: nowMs });
  }

  /** The current window; 0: none. */
  windowMs(key: string): number {
    return this.#entries.get(key)?.windowMs ?? 0;
  }

  #remembered(key: string, atMs: number): Entry | undefined {
    const entry = this.#entries.get(key);
    return entry && atMs - entry.advancedMs <= this.#limits.maxMs * 2 ? entry : undefined;
  }
}
