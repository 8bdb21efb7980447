// SPDX-License-Identifier: Apache-2.0
/** Nanoseconds since 1970, strictly increasing, so that no two objects have the same creation time. */
export type WallTime = () => bigint;

export function createWallTime(nowMs: () => number): WallTime {
  let last = 0n;
  return () => {
    const now = BigInt(Math.round(nowMs() * 1000)) * 1000n;
    last = now > last ? now : last + 1n;
    return last;
  };
}

/** Date.now with sub-millisecond precision. */
export const systemNowMs = (): number => performance.timeOrigin + performance.now();
