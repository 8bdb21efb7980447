// SPDX-License-Identifier: Apache-2.0
import type { NamedObject, Ours } from '#evidence/ours.js';
import type { Theatre } from './theatre.js';

/** What the scenarios of a run made, by the uids we gave and the ids we got. */
export class OwnObjects implements Ours {
  readonly #known = new Set<string>();
  readonly #images: string;

  constructor(images: string) {
    this.#images = images;
  }

  learn(uidOrId: string): void {
    this.#known.add(uidOrId);
  }

  isOurs({ id = '', uid = '', names = [] }: NamedObject): boolean {
    return this.#known.has(id) || this.#known.has(uid) || names.some((name) => name.startsWith(this.#images));
  }
}

const ofRuns = new WeakMap<Theatre, OwnObjects>();

export function ownObjectsOf(theatre: Theatre): OwnObjects {
  const own = ofRuns.get(theatre) ?? new OwnObjects(`${theatre.registry}/`);
  ofRuns.set(theatre, own);
  return own;
}
