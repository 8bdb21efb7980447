// SPDX-License-Identifier: Apache-2.0
/** Nanoseconds since 1970, strictly increasing, so that no two objects have the same creation time. */
export type WallTime = () => bigint;

/** Somebody set the clock back: that is true, and shown. */
const setBackNs = 1_000_000_000n;

export function createWallTime(nowMs: () => number): WallTime {
  let last = 0n;
  return () => {
    const now = BigInt(Math.round(nowMs() * 1000)) * 1000n;
    last = now > last || last - now > setBackNs ? now : last + 1n;
    return last;
  };
}

/** Further apart, and somebody set the wall clock. */
const stepMs = 20;
let aheadMs = performance.timeOrigin;

/** Date.now with sub-millisecond precision. */
export const systemNowMs = (): number => {
  const monotonicMs = performance.now();
  const nowAheadMs = Date.now() - monotonicMs;
  if (Math.abs(nowAheadMs - aheadMs) > stepMs) aheadMs = nowAheadMs;
  return monotonicMs + aheadMs;
};
