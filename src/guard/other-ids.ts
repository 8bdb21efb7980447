// SPDX-License-Identifier: Apache-2.0
import { createHash } from 'node:crypto';

const maxLength = 128;
const algorithm = 'sha256:';

/** How an id stands in a ledger: as it is, or by its hash where a runtime makes it longer than ids are. */
export function noteOfId(id: string): string {
  return /^[\x21-\x7e]+$/.test(id) && id.length <= maxLength ? id : hashNoteOf(id);
}

/** How the name of somebody else's image does: it is nobody's business. */
export function hashNoteOf(name: string): string {
  return `#${createHash('sha256').update(name).digest('hex')}`;
}

/** What was on a runtime before us. */
export class OtherIds {
  readonly #notes: Set<string>;

  constructor(notes: Iterable<string>) {
    this.#notes = new Set(notes);
  }

  add(notes: Iterable<string>): void {
    for (const note of notes) this.#notes.add(note);
  }

  has(id: string): boolean {
    return this.#notes.size > 0 && (this.#notes.has(noteOfId(id)) || this.#notes.has(hashNoteOf(id)));
  }

  /** The beginning of an id that is a hash, long enough to mean no other. */
  hasShortened(id: string): boolean {
    return (
      /^(?:sha256:)?[0-9a-f]{8,63}$/.test(id) && this.#some((other) => isHash(other) && begins(other, id))
    );
  }

  /** The beginning of any. */
  hasBeginning(id: string): boolean {
    return id !== '' && this.#some((other) => begins(other, id));
  }

  #some(fits: (other: string) => boolean): boolean {
    for (const note of this.#notes) if (fits(note)) return true;
    return false;
  }
}

function isHash(id: string): boolean {
  return /^(?:sha256:)?[0-9a-f]{64}$/.test(id);
}

function begins(other: string, id: string): boolean {
  return other.startsWith(id) || (other.startsWith(algorithm) && other.startsWith(id, algorithm.length));
}
