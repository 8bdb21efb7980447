// SPDX-License-Identifier: Apache-2.0
import { createHash } from 'node:crypto';
import type { EvidenceEvent, Repeat } from '../event.js';

/** Shorter answers are repeated in full: looking one up would cost a reader more than it saves. */
const minLength = 4 << 10;

/** The large answers of a scenario, so that the same text is not written twice. */
export class Answers {
  readonly #seqs = new Map<string, number>();

  /** The line to write for an event, given its own line. */
  shorten(event: EvidenceEvent, line: string): string {
    if (event.type !== 'end' || event.outcome.kind !== 'ok' || line.length < minLength) return line;
    const digest = digestOf(event.outcome, line);
    const of = this.#seqs.get(digest);
    if (of === undefined) {
      this.#seqs.set(digest, event.seq);
      return line;
    }
    const repeat: Repeat = { type: 'repeat', seq: event.seq, atMs: event.atMs, of };
    return `${JSON.stringify(repeat)}\n`;
  }
}

/** The raw bytes stand for the whole answer, if they were kept: they are a third of its line. */
function digestOf(
  { raw, response }: { readonly raw: string; readonly response: object },
  line: string,
): string {
  const from = line.indexOf(',"outcome":');
  const hash = createHash('sha256');
  if (raw === '') return hash.update(line.slice(from)).digest('base64');
  // The same bytes may also be a different message: then its fields or its length differ.
  return hash
    .update(`${String(line.length - from)} ${Object.keys(response).join(' ')} `)
    .update(raw)
    .digest('base64');
}
