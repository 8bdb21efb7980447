// SPDX-License-Identifier: Apache-2.0
import { createHash } from 'node:crypto';

const maxLength = 128;
const algorithm = 'sha256:';

/** How a ledger stores an id: as it is, or hashed if it is unusually long. */
export function noteOfId(id: string): string {
  return /^[\x21-\x7e]+$/.test(id) && id.length <= maxLength ? id : hashNoteOf(id);
}

/** How a ledger stores the name of somebody else's image: hashed, because it is private. */
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

  /** Whether this is a prefix of a hash id, long enough to be unique. */
  hasShortened(id: string): boolean {
    return (
      /^(?:sha256:)?[0-9a-f]{8,63}$/.test(id) && this.#some((other) => isHash(other) && begins(other, id))
    );
  }

  /** Whether this is a prefix of any id. */
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
