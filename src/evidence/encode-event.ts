// SPDX-License-Identifier: Apache-2.0
import type { EvidenceEvent } from './event.js';

/**
 * The line of an event. Raw bytes are base64, which JSON need not look at: for a large answer, appending them as they are
 * halves the cost of a recorded call.
 */
export function encodeEvent(event: EvidenceEvent): string {
  if (event.type === 'end' && event.outcome.kind === 'ok') {
    const { raw, ...outcome } = event.outcome;
    return `${JSON.stringify({ ...event, outcome }).slice(0, -2)},"raw":"${raw}"}}\n`;
  }
  if (event.type === 'message') {
    const { raw, ...rest } = event;
    return `${JSON.stringify(rest).slice(0, -1)},"raw":"${raw}"}\n`;
  }
  return `${JSON.stringify(event)}\n`;
}
