// SPDX-License-Identifier: Apache-2.0
import { isAnswered, type RecordedCall } from './call.js';
import type { Other } from './ours.js';

/** Other people's objects that were in an answer. Old recordings still have them in the answer itself. */
export function othersIn(call: RecordedCall): readonly Other[] {
  return isAnswered(call) ? (call.outcome.others ?? []) : [];
}

/** How many there were, including those only counted. */
export function countOthers(call: RecordedCall): number {
  return othersIn(call).length + (isAnswered(call) ? (call.outcome.moreOthers ?? 0) : 0);
}

/** It was there, though the answer did not show that it is ours. */
export function isAmongOthers(call: RecordedCall, wanted: string): boolean {
  return othersIn(call).some(({ id }) => id === wanted);
}
