// SPDX-License-Identifier: Apache-2.0
import type { RecordedCall } from '../call.js';

/** `later` was sent when `earlier` had already ended: the one order a runtime can be held to. */
export function beganAfter(later: RecordedCall, earlier: RecordedCall): boolean {
  return earlier.endedMs !== undefined && later.seq > earlier.seq && later.beganMs >= earlier.endedMs;
}

export const endMs = (call: RecordedCall): number => call.endedMs ?? Number.POSITIVE_INFINITY;

export const tookMs = (call: RecordedCall): number => endMs(call) - call.beganMs;

/** The two were under way at the same time, so nobody can say which came first. */
export function overlaps(one: RecordedCall, other: RecordedCall): boolean {
  return !beganAfter(one, other) && !beganAfter(other, one);
}

/** A read that began when `change` had ended, and ended before any of the other changes began or was still under way. */
export function isUndisturbed(
  read: RecordedCall,
  change: RecordedCall,
  changes: readonly RecordedCall[],
): boolean {
  if (!beganAfter(read, change)) return false;
  return changes.every((other) => other === change || beganAfter(change, other) || beganAfter(other, read));
}
