// SPDX-License-Identifier: Apache-2.0
import { isAnswered } from '#evidence/call.js';
import type { Evidence } from '#evidence/evidence.js';
import { tookMs } from '#evidence/history/order.js';
import { quickReads } from '#evidence/quick-reads.js';

/** Three of four reads take less on a fast node, also when both of its cores are busy. */
const fastReadMs = 100;

/**
 * What three of four quick reads took at most in this scenario; undefined: none was answered.
 */
export function quickReadMs(evidence: Evidence): number | undefined {
  const took = quickReads
    .flatMap((rpc) => evidence.of(rpc))
    .filter((call) => isAnswered(call))
    .map(tookMs)
    .sort((one, other) => one - other);
  return took[Math.floor(took.length * 0.75)];
}

/** How long something may take: on a fast node, and at most on a slow one. */
export interface TimeBound {
  readonly fastMs: number;
  readonly slowMs: number;
}

/** The bound for this node. Without anything to measure, it may be slow. */
export function scaledMs(evidence: Evidence, { fastMs, slowMs }: TimeBound): number {
  const readMs = quickReadMs(evidence);
  if (readMs === undefined) return slowMs;
  const scaled = fastMs * Math.max(1, readMs / fastReadMs);
  return Math.round(Math.min(scaled, slowMs));
}
