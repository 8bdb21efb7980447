// SPDX-License-Identifier: Apache-2.0
import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';

import { ClientFrames } from './client-frames.js';

/**
 * Rewrites a client's HTTP/2 connection for Node. Kubelets and crictl up to 1.30 send the socket's path as
 * `:authority`, which Node rejects as a protocol error before gRPC sees the call.
 */
export class AuthorityRewriter extends Duplex {
  readonly #socket: Socket;

  constructor(socket: Socket) {
    super({ allowHalfOpen: true });
    this.#socket = socket;
    const frames = new ClientFrames((bytes) => {
      if (!this.push(bytes)) socket.pause();
    });
    socket.on('data', (chunk) => {
      frames.push(chunk);
    });
    socket.once('end', () => {
      this.push(null);
    });
    socket.once('error', (error) => {
      this.destroy(error);
    });
    socket.once('close', () => {
      this.destroy();
    });
  }

  override _read(): void {
    this.#socket.resume();
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#socket.write(chunk, done);
  }

  override _writev(chunks: { chunk: Buffer }[], done: (error?: Error | null) => void): void {
    this.#socket.cork();
    for (const { chunk } of chunks.slice(0, -1)) this.#socket.write(chunk);
    this.#socket.write(chunks.at(-1)?.chunk ?? Buffer.alloc(0), done);
    this.#socket.uncork();
  }

  override _final(done: (error?: Error | null) => void): void {
    this.#socket.end(done);
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#socket.destroy();
    done(error);
  }
}
