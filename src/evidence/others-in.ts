// SPDX-License-Identifier: Apache-2.0
import { isAnswered, type Call } from './call.js';
import type { Other } from './ours.js';

/** The objects of others that were in an answer. Recordings from before they were taken out have them in the answer itself. */
export function othersIn(call: Call): readonly Other[] {
  return isAnswered(call) ? (call.outcome.others ?? []) : [];
}

/** How many there were, also those that are only counted. */
export function countOthers(call: Call): number {
  return othersIn(call).length + (isAnswered(call) ? (call.outcome.moreOthers ?? 0) : 0);
}

/** It was there, though the answer did not say that it is ours. */
export function isAmongOthers(call: Call, wanted: string): boolean {
  return othersIn(call).some(({ id }) => id === wanted);
}
