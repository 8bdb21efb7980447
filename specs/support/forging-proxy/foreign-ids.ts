// SPDX-License-Identifier: Apache-2.0
import { hashOf } from './prng.js';

export type Kind = 'sandbox' | 'container' | 'image';

/** Ids of other people's objects on a runtime. */
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

  /** Also a prefix of one, which runtimes accept. */
  names(kind: Kind, text: string): boolean {
    return text !== '' && this.#ids[kind].some((id) => id.startsWith(text) || id === `sha256:${text}`);
  }
}
