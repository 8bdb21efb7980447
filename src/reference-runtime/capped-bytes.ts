// SPDX-License-Identifier: Apache-2.0
/** A little less than what a client takes in one message, for both streams together with the frame around them. */
const mostBytes = 16 * 1024 * 1024;

/** Keeps the first 16 MiB; the rest is thrown away and the writer goes on. */
export class CappedBytes {
  readonly #chunks: Buffer[] = [];
  #size = 0;

  add(bytes: Buffer): void {
    const kept = bytes.subarray(0, mostBytes - this.#size);
    if (kept.length === 0) return;
    this.#chunks.push(Buffer.from(kept));
    this.#size += kept.length;
  }

  get base64(): string {
    return Buffer.concat(this.#chunks).toString('base64');
  }
}
