// SPDX-License-Identifier: Apache-2.0
import type { ProvingCall } from '#results/proof.js';
import { type Html, markup } from '../markup.js';
import { secondsText } from '../numbers.js';

const maxCharacters = 16_000;

export function callDetails(seq: number, call: ProvingCall | undefined): Html {
  if (!call) return markup`<p class="quiet">call ${seq}: not in this report</p>`;
  return markup`<details class="call">
    <summary>
      <code>${seq} ${call.rpc}</code>
      <span class="quiet">at ${secondsText(call.atMs)}, ${ending(call.outcome)}</span>
    </summary>
    <p class="quiet">request</p>
    <pre>${json(call.request)}</pre>
    <p class="quiet">outcome</p>
    <pre>${json(withoutBytes(call.outcome))}</pre>
  </details>`;
}

function ending(outcome: unknown): string {
  if (typeof outcome !== 'object' || outcome === null || !('kind' in outcome)) return 'no end recorded';
  const code = 'code' in outcome && typeof outcome.code === 'string' ? ` ${outcome.code}` : '';
  return `${String(outcome.kind)}${code}`;
}

/** Leaves out the raw bytes; the recording has them. */
function withoutBytes(outcome: unknown): unknown {
  if (typeof outcome !== 'object' || outcome === null) return outcome;
  return Object.fromEntries(Object.entries(outcome).filter(([key]) => key !== 'raw'));
}

function json(value: unknown): string {
  const text = (JSON.stringify(value, undefined, 2) as string | undefined) ?? 'nothing';
  return text.length <= maxCharacters
    ? text
    : `${text.slice(0, maxCharacters)}\n… cut here: ${text.length} characters, all of them in the recording`;
}
