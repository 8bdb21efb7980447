// SPDX-License-Identifier: Apache-2.0
import { createHash } from 'node:crypto';
import type { EvidenceEvent, Repeat } from '../event.js';

/** A shorter answer is written each time: looking it up would cost a reader more than it saves. */
const minLength = 4 << 10;

/** The large answers that were written of a scenario: the same text is not written twice. */
export class Answers {
  readonly #seqs = new Map<string, number>();

  /** The line to be written for the event, whose own line it is. */
  shorten(event: EvidenceEvent, line: string): string {
    if (event.type !== 'end' || event.outcome.kind !== 'ok' || line.length < minLength) return line;
    const outcome = line.slice(line.indexOf(',"outcome":'));
    const digest = createHash('sha256').update(outcome).digest('base64');
    const of = this.#seqs.get(digest);
    if (of === undefined) {
      this.#seqs.set(digest, event.seq);
      return line;
    }
    const repeat: Repeat = { type: 'repeat', seq: event.seq, atMs: event.atMs, of };
    return `${JSON.stringify(repeat)}\n`;
  }
}
