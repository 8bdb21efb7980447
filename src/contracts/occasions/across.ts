// SPDX-License-Identifier: Apache-2.0
import type { RecordedCall } from '#evidence/call.js';
import type { Evidence } from '#evidence/evidence.js';
import type { Outage } from '#evidence/history/outage.js';
import { isBeforeOutage } from './outages.js';

/** The daemon stopped and started between the two calls; the later one met a daemon that reports ready. */
export function isAcross(evidence: Evidence, before: RecordedCall, after: RecordedCall): boolean {
  return evidence.outages().some((outage) => isBeforeOutage(before, outage) && isSinceBack(after, outage));
}

export const isSinceBack = ({ beganMs }: RecordedCall, { startedMs = Infinity }: Outage): boolean =>
  beganMs >= startedMs;
