// SPDX-License-Identifier: Apache-2.0
/** Somebody set the wall clock, or the machine slept: some time after `fromMs`, and not after `atMs`. */
export interface ClockStep {
  readonly fromMs: number;
  readonly atMs: number;
  /** Below 0: it went back. */
  readonly byMs: number;
}

/** A runtime's clock reading may be a little before or after ours, and clocks get adjusted. */
export const clockToleranceNs = 2_000_000_000n;

const nsPerMs = 1_000_000;

/** The first and the last of some readings of the wall clock, in nanoseconds since 1970. */
export interface WallWindow {
  readonly from: bigint;
  readonly to: bigint;
}

/** The wall clock during a recording. */
export interface WallClock {
  /** At `atMs` 0, in nanoseconds since 1970. */
  readonly startedAtNs: string;
  readonly steps: readonly ClockStep[];
}

/** Everything that the node's wall clock may have shown in a period, also while somebody set it. */
export function wallWindow({ startedAtNs, steps }: WallClock, fromMs: number, toMs: number): WallWindow {
  let aheadMs = 0;
  let first = Number.POSITIVE_INFINITY;
  let last = Number.NEGATIVE_INFINITY;
  for (const [index, since] of [undefined, ...steps].entries()) {
    aheadMs += since?.byMs ?? 0;
    const beginsMs = Math.max(fromMs, since?.fromMs ?? fromMs);
    const endsMs = Math.min(toMs, steps[index]?.atMs ?? toMs);
    if (beginsMs > endsMs) continue;
    first = Math.min(first, beginsMs + aheadMs);
    last = Math.max(last, endsMs + aheadMs);
  }
  const ns = (ms: number): bigint => BigInt(startedAtNs) + BigInt(Math.round(ms * nsPerMs));
  // Only a recording that somebody made up has periods that end before they begin.
  return first <= last ? { from: ns(first), to: ns(last) } : { from: ns(fromMs), to: ns(toMs) };
}

/** How far the wall clock went back, at most, in a period. */
export function setBackNs(steps: readonly ClockStep[], fromMs: number, toMs: number): bigint {
  const backMs = steps
    .filter((step) => step.byMs < 0 && step.atMs >= fromMs && step.fromMs <= toMs)
    .reduce((sum, { byMs }) => sum - byMs, 0);
  return BigInt(Math.ceil(backMs)) * BigInt(nsPerMs);
}

/** A 64-bit field; absent means zero. */
export function parseInt64(value: string | undefined): bigint {
  return BigInt(value ?? '0');
}

/** Nanoseconds since 1970 as a date, for people. */
export function readableTime(ns: bigint): string {
  const ms = Number(ns / 1_000_000n);
  if (ns === 0n) return '0';
  if (!Number.isFinite(ms) || Math.abs(ms) > 8.64e15) return ns.toString();
  return `${ns.toString()} (${new Date(ms).toISOString()})`;
}
