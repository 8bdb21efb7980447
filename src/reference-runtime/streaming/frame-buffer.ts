// SPDX-License-Identifier: Apache-2.0

/** Received bytes, joined once per frame instead of once per chunk. */
export class FrameBuffer {
  #pieces: Buffer[] = [];
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(piece: Buffer): void {
    this.#pieces.push(piece);
    this.#length += piece.length;
  }

  /** The first bytes, or fewer if there are fewer. */
  peek(count: number): Buffer {
    const joined: Buffer[] = [];
    for (let at = 0, have = 0; have < count && at < this.#pieces.length; at++) {
      const piece = this.#pieces[at] ?? Buffer.alloc(0);
      joined.push(piece);
      have += piece.length;
    }
    return (joined.length === 1 ? (joined[0] ?? Buffer.alloc(0)) : Buffer.concat(joined)).subarray(0, count);
  }

  /** Undefined: not enough bytes yet. */
  take(count: number): Buffer | undefined {
    if (this.#length < count) return undefined;
    if ((this.#pieces[0]?.length ?? 0) < count) this.#pieces = [Buffer.concat(this.#pieces)];
    const [first = Buffer.alloc(0)] = this.#pieces;
    this.#length -= count;
    if (first.length === count) this.#pieces.shift();
    else this.#pieces[0] = first.subarray(count);
    return first.subarray(0, count);
  }
}
