// SPDX-License-Identifier: Apache-2.0
import type { RecordingHeader } from './event.js';

/** A runtime's clock reading may be a little before or after ours, and clocks get adjusted. */
export const clockToleranceNs = 2_000_000_000n;

const nsPerMs = 1_000_000;

/** Wall clock of a time in the recording, in nanoseconds since 1970. */
export function wallClockNs(header: RecordingHeader, atMs: number): bigint {
  return BigInt(header.startedAtNs) + BigInt(Math.round(atMs * nsPerMs));
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
