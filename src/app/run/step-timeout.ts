// SPDX-License-Identifier: Apache-2.0
import type { PaceName } from '../target/target-options.js';

/** Longer than a call whose deadline of two minutes passes, and than the kubelet's own back-offs where they are kept. */
const usualMs: Readonly<Record<PaceName, number>> = { compressed: 150_000, kubelet: 400_000 };

/** What a step waits for takes no longer than so many trial pods, with the other scenarios at work beside it. */
const trials = 60;
const maxMs = 900_000;

/** How long a step may wait on a node where the trial pod took that long; it ends as soon as what is awaited shows. */
export function stepTimeoutFor(pace: PaceName, trialMs: number): number {
  const forThisNodeMs = Math.min(Math.ceil((trialMs * trials) / 1000) * 1000, maxMs);
  return Math.max(usualMs[pace], forThisNodeMs);
}
