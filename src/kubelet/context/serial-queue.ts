// SPDX-License-Identifier: Apache-2.0
/** One at a time, in the order of asking. */
export class SerialQueue {
  #last: Promise<unknown> = Promise.resolve();

  /** Resolves when nothing is under way and nobody waits. */
  async idle(): Promise<void> {
    await this.#last;
  }

  run<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#last.then(work);
    this.#last = result.catch(() => undefined);
    return result;
  }
}
