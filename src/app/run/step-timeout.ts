// SPDX-License-Identifier: Apache-2.0
import type { PaceName } from '../target/target-options.js';

/**
 * Longer than a call that runs into its two-minute deadline, and than the kubelet's real back-offs at its own
 * pace.
 */
const usualMs: Readonly<Record<PaceName, number>> = { compressed: 150_000, kubelet: 400_000 };

/** A step never waits longer than this many trial pods take, even with other scenarios in parallel. */
const trials = 60;
const maxMs = 900_000;

/**
 * How long a step may wait, given how long the trial pod took on this node. It ends as soon as the condition
 * holds.
 */
export function stepTimeoutFor(pace: PaceName, trialMs: number): number {
  const forThisNodeMs = Math.min(Math.ceil((trialMs * trials) / 1000) * 1000, maxMs);
  return Math.max(usualMs[pace], forThisNodeMs);
}
