// SPDX-License-Identifier: Apache-2.0
import type { PaceName } from '../target/target-options.js';

/**
 * Several times the longest step on a fast node with both cores busy, and longer than the kubelet's real
 * back-offs at its own pace.
 */
const leastMs: Readonly<Record<PaceName, number>> = { compressed: 20_000, kubelet: 400_000 };

/** A step never waits longer than this many trial pods take, even with other scenarios in parallel. */
const trials = 60;
const maxMs = 900_000;

/**
 * How long a step may wait in vain for the first time, given how long the trial pod took on this node. It ends
 * as soon as the condition holds.
 */
export function firstPatienceMs(pace: PaceName, trialMs: number): number {
  const forThisNodeMs = Math.min(Math.ceil((trialMs * trials) / 1000) * 1000, maxMs);
  return Math.max(leastMs[pace], forThisNodeMs);
}
