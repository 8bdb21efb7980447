// SPDX-License-Identifier: Apache-2.0
/** A process's stdin: somebody pushes, the process reads; after `close` reads give undefined. */
export class ByteSource {
  readonly #chunks: Buffer[] = [];
  readonly #waiting: (() => void)[] = [];
  #closed = false;
  /** Sees everything as it comes, as a terminal does. */
  onPush: (chunk: Buffer) => void = () => undefined;

  static empty(): ByteSource {
    const source = new ByteSource();
    source.close();
    return source;
  }

  push(chunk: Buffer): void {
    if (this.#closed || chunk.length === 0) return;
    this.onPush(chunk);
    this.#chunks.push(chunk);
    this.#wake();
  }

  close(): void {
    this.#closed = true;
    this.#wake();
  }

  async read(signal: AbortSignal): Promise<Buffer | undefined> {
    while (this.#chunks.length === 0 && !this.#closed && !signal.aborted) await this.#more(signal);
    return signal.aborted ? undefined : this.#chunks.shift();
  }

  #more(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        signal.removeEventListener('abort', done);
        resolve();
      };
      signal.addEventListener('abort', done);
      this.#waiting.push(done);
    });
  }

  #wake(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}
