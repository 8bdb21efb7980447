// SPDX-License-Identifier: Apache-2.0
/** Nanoseconds since 1970; every reading is later than the one before, so that no two objects are born at once. */
export type WallTime = () => bigint;

export function createWallTime(nowMs: () => number): WallTime {
  let last = 0n;
  return () => {
    const now = BigInt(Math.round(nowMs() * 1000)) * 1000n;
    last = now > last ? now : last + 1n;
    return last;
  };
}

/** Date.now with the fractions of a millisecond that performance knows. */
export const systemNowMs = (): number => performance.timeOrigin + performance.now();
