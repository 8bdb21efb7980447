// SPDX-License-Identifier: Apache-2.0

/**
 * A map that drops the least recently used entry, for keys that clients choose: they must not fill the
 * memory.
 */
export class BoundedMap<Key, Value> {
  readonly #entries = new Map<Key, Value>();
  readonly #max: number;

  constructor(max: number) {
    this.#max = max;
  }

  get(key: Key): Value | undefined {
    const value = this.#entries.get(key);
    if (value !== undefined) this.set(key, value);
    return value;
  }

  set(key: Key, value: Value): void {
    this.#entries.delete(key);
    this.#entries.set(key, value);
    const [oldest] = this.#entries.keys();
    if (this.#entries.size > this.#max && oldest !== undefined) this.#entries.delete(oldest);
  }
}
