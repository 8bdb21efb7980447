// SPDX-License-Identifier: Apache-2.0
const maxBufferedBytes = 1024 * 1024;

/** A process's stdin: a client pushes, the process reads; after `close`, reads return undefined. */
export class ByteSource {
  readonly #chunks: Buffer[] = [];
  readonly #waiting: (() => void)[] = [];
  readonly #full: (() => void)[] = [];
  #bufferedBytes = 0;
  #closed = false;
  isAbandoned = false;
  /** Sees all bytes as they arrive, as a terminal does. */
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
    this.#bufferedBytes += chunk.length;
    this.#wake();
  }

  close(): void {
    this.#closed = true;
    this.#wake();
    for (const resolve of this.#full.splice(0)) resolve();
  }

  /** Drops all further bytes, because nobody will read them. */
  abandon(): void {
    this.isAbandoned = true;
    this.#chunks.length = 0;
    this.#bufferedBytes = 0;
    this.close();
  }

  async read(signal: AbortSignal): Promise<Buffer | undefined> {
    while (this.#chunks.length === 0 && !this.#closed && !signal.aborted) await this.#more(signal);
    return signal.aborted ? undefined : this.#taken(this.#chunks.shift());
  }

  get bufferedBytes(): number {
    return this.#bufferedBytes;
  }

  /** Resolves when there is room; pushing without waiting is allowed. */
  async room(): Promise<void> {
    while (this.#bufferedBytes > maxBufferedBytes && !this.#closed)
      await new Promise<void>((resolve) => this.#full.push(resolve));
  }

  #taken(chunk: Buffer | undefined): Buffer | undefined {
    this.#bufferedBytes -= chunk?.length ?? 0;
    for (const resolve of this.#full.splice(0)) resolve();
    return chunk;
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
