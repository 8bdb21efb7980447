// SPDX-License-Identifier: Apache-2.0
import type { RecordedCall } from '#evidence/call.js';

interface Two<C> {
  readonly key: string;
  readonly first: C;
  /** The first with another key. */
  other?: C;
}

/** Of creations that returned the same id: the first one, and the first for a different object. */
export class FirstOfEach<C extends RecordedCall> {
  readonly #byId = new Map<string, Two<C>>();
  readonly #idOf: (call: C) => string;
  readonly #keyOf: (call: C) => string;

  /** In the order they began. */
  constructor(calls: readonly C[], idOf: (call: C) => string, keyOf: (call: C) => string) {
    this.#idOf = idOf;
    this.#keyOf = keyOf;
    for (const call of calls) {
      const key = keyOf(call);
      const known = this.#byId.get(idOf(call));
      if (known === undefined) this.#byId.set(idOf(call), { key, first: call });
      else if (known.key !== key) known.other ??= call;
    }
  }

  /** The first earlier one with its id, though for a different object. */
  twinOf(call: C): C | undefined {
    const two = this.#byId.get(this.#idOf(call));
    if (two === undefined) return undefined;
    const twin = two.key === this.#keyOf(call) ? two.other : two.first;
    return twin !== undefined && twin.seq < call.seq ? twin : undefined;
  }
}
