// SPDX-License-Identifier: Apache-2.0
import type { RecordedCall } from '../call.js';

/** `later` was sent after `earlier` ended: the only order a runtime must respect. */
export function beganAfter(later: RecordedCall, earlier: RecordedCall): boolean {
  return earlier.endedMs !== undefined && later.seq > earlier.seq && later.beganMs >= earlier.endedMs;
}

export const endMs = (call: RecordedCall): number => call.endedMs ?? Number.POSITIVE_INFINITY;

export const tookMs = (call: RecordedCall): number => endMs(call) - call.beganMs;

/** Both were in flight at the same time, so their order is unknown. */
export function overlaps(one: RecordedCall, other: RecordedCall): boolean {
  return !beganAfter(one, other) && !beganAfter(other, one);
}

/**
 * A read after `change` that no other change overlaps: each ended before `change` began, or began after the
 * read ended.
 */
export function isUndisturbed(
  read: RecordedCall,
  change: RecordedCall,
  changes: readonly RecordedCall[],
): boolean {
  if (!beganAfter(read, change)) return false;
  return changes.every((other) => other === change || beganAfter(change, other) || beganAfter(other, read));
}
