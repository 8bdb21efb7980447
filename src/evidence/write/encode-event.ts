// SPDX-License-Identifier: Apache-2.0
import { jsonSafe } from '#base/text/json-text.js';
import type { EvidenceEvent } from '../event.js';
import { hasSecrets, withoutSecretsIn } from './redact.js';

/** The line of an event, as it may be written to a file and shown: without secrets, and harmless to a terminal. */
export function encodeEvent(event: EvidenceEvent): string {
  const line = lineOf(event);
  return jsonSafe(hasSecrets(event, line) ? lineOf(withoutSecretsIn(event)) : line);
}

/**
 * Raw bytes are base64, which JSON need not look at: for a large answer, appending them as they are halves the cost of a
 * recorded call.
 */
function lineOf(event: EvidenceEvent): string {
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
