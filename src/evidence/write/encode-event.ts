// SPDX-License-Identifier: Apache-2.0
import { jsonSafe } from '#base/text/json-text.js';
import type { EvidenceEvent } from '../event.js';
import { hasSecrets, withoutSecretsIn } from './redact.js';

/** The line of an event, safe to write and to print: without secrets and control characters. */
export function encodeEvent(event: EvidenceEvent): string {
  const line = lineOf(event);
  const { json, tail } = hasSecrets(event, line.json + line.tail) ? lineOf(withoutSecretsIn(event)) : line;
  return jsonSafe(json) + tail;
}

interface Line {
  readonly json: string;
  /** The raw bytes. Base64 needs no escaping: for a large answer, that halves the cost of its line. */
  readonly tail: string;
}

function lineOf(event: EvidenceEvent): Line {
  if (event.type === 'end' && event.outcome.kind === 'ok') {
    const { raw, ...outcome } = event.outcome;
    return { json: JSON.stringify({ ...event, outcome }).slice(0, -2), tail: `,"raw":"${raw}"}}\n` };
  }
  if (event.type === 'message') {
    const { raw, ...rest } = event;
    return { json: JSON.stringify(rest).slice(0, -1), tail: `,"raw":"${raw}"}\n` };
  }
  return { json: JSON.stringify(event), tail: '\n' };
}
