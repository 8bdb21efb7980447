// SPDX-License-Identifier: Apache-2.0

/** mulberry32: small, and the same on every machine. */
export class Prng {
  #state: number;

  /** Accepts strings, so that each call of a run can have its own numbers, whatever came before. */
  constructor(seed: number | string) {
    this.#state = typeof seed === 'number' ? seed >>> 0 : hashOf(seed);
  }

  /** 0 <= x < 1 */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let bits = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), bits | 61)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) / 0x1_0000_0000;
  }

  /** 0 <= n < below */
  int(below: number): number {
    return Math.floor(this.next() * below);
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(from: readonly T[]): T {
    const one = from[this.int(from.length)];
    if (one === undefined) throw new Error('nothing to pick from');
    return one;
  }

  /** Some of them, each once, in random order. */
  sample<T>(from: readonly T[], count: number): readonly T[] {
    const left = [...from];
    return Array.from({ length: Math.min(count, left.length) }, () =>
      left.splice(this.int(left.length), 1),
    ).flat();
  }

  bytes(length: number): Buffer {
    return Buffer.from(Array.from({ length }, () => this.int(256)));
  }
}

/** FNV-1a. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(text)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash;
}
