// SPDX-License-Identifier: Apache-2.0
import { hashOf } from './prng.js';

export type Kind = 'sandbox' | 'container' | 'image';

/** What belongs to others on a runtime. */
export class ForeignIds {
  readonly #ids: Readonly<Record<Kind, readonly string[]>>;
  readonly #all: ReadonlySet<string>;

  constructor(ids: Readonly<Record<Kind, readonly string[]>>) {
    this.#ids = ids;
    this.#all = new Set(Object.values(ids).flat());
  }

  has(id: string): boolean {
    return this.#all.has(id);
  }

  of(kind: Kind): readonly string[] {
    return this.#ids[kind];
  }

  /** The same one for the same id. */
  for(kind: Kind, id: string): string {
    const ids = this.#ids[kind];
    return ids[hashOf(id) % ids.length] ?? '';
  }

  /** Or a beginning of one, which runtimes take as well. */
  names(kind: Kind, text: string): boolean {
    return text !== '' && this.#ids[kind].some((id) => id.startsWith(text) || id === `sha256:${text}`);
  }
}
