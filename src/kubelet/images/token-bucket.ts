// SPDX-License-Identifier: Apache-2.0
export interface Rate {
  readonly perSecond: number;
  readonly burst: number;
}

/** client-go/util/flowcontrol/throttle.go, TryAccept: a rate limit that rejects instead of delaying. */
export class TokenBucket {
  readonly #rate: Rate;
  #tokens: number;
  #filledMs = Number.NEGATIVE_INFINITY;

  constructor(rate: Rate) {
    this.#rate = rate;
    this.#tokens = rate.burst;
  }

  mayPass(nowMs: number): boolean {
    const { perSecond, burst } = this.#rate;
    const gained = ((nowMs - this.#filledMs) / 1000) * perSecond;
    this.#tokens = Math.min(burst, this.#tokens + gained);
    this.#filledMs = nowMs;
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }
}
