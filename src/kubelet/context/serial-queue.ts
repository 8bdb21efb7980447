// SPDX-License-Identifier: Apache-2.0
/** Runs work one at a time, in order. */
export class SerialQueue {
  #last: Promise<unknown> = Promise.resolve();

  /** Resolves when nothing runs or waits. */
  async idle(): Promise<void> {
    await this.#last;
  }

  run<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#last.then(work);
    this.#last = result.catch(() => undefined);
    return result;
  }
}
