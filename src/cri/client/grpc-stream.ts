// SPDX-License-Identifier: Apache-2.0
import type { ClientReadableStream, StatusObject } from '@grpc/grpc-js';

import { callFailure, statusName, undecodable } from './call-failure.js';
import { CallPatience } from './call-patience.js';
import type { CriStream } from './client.js';
import type { ResponseOf, StreamMethod } from '../methods.js';
import { rawOf, type StreamItem, type StreamOutcome } from '../outcome.js';

/** Messages buffered for a slow reader; beyond that, the runtime has to wait. */
const heldMessages = 64;

/**
 * A server stream on the wire. Messages received before the end can still be read after it. One reader at a
 * time.
 */
export class GrpcStream<M extends StreamMethod> implements CriStream<M> {
  readonly ended: Promise<StreamOutcome>;
  readonly #sent: ClientReadableStream<Buffer>;
  readonly #decode: (bytes: Buffer) => ResponseOf<M>;
  readonly #patience: CallPatience;
  readonly #held: Buffer[] = [];
  #settle: (outcome: StreamOutcome) => void = () => undefined;
  #over = false;
  #cancelled = false;
  #broken: StreamOutcome | undefined;
  #wake: () => void = () => undefined;

  constructor(
    sent: ClientReadableStream<Buffer>,
    decode: (bytes: Buffer) => ResponseOf<M>,
    deadlineMs?: number | null,
  ) {
    this.#sent = sent;
    this.#decode = decode;
    this.#patience = new CallPatience(deadlineMs, (outcome) => {
      this.#over = true;
      this.#settle(outcome);
      this.#wake();
      sent.cancel();
    });
    this.ended = new Promise((resolve) => {
      this.#settle = resolve;
    });
    sent.on('data', (bytes: Buffer) => {
      this.#hold(bytes);
    });
    sent.on('error', () => undefined);
    sent.on('status', (status: StatusObject) => {
      this.#end(status);
    });
  }

  #hold(bytes: Buffer): void {
    this.#held.push(bytes);
    if (this.#held.length >= heldMessages) this.#sent.pause();
    this.#wake();
  }

  #end(status: StatusObject): void {
    for (
      let bytes = this.#sent.read() as Buffer | null;
      bytes !== null;
      bytes = this.#sent.read() as Buffer | null
    ) {
      this.#held.push(bytes);
    }
    this.#over = true;
    this.#patience.over();
    this.#settle(
      this.#broken ??
        (statusName(status.code) === 'OK' ? { kind: 'ended' } : callFailure(status, this.#cancelled)),
    );
    this.#wake();
  }

  cancel(): void {
    this.#cancelled = true;
    this.#sent.cancel();
    this.#patience.abandoned();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<StreamItem<M>, void, undefined> {
    try {
      for (;;) {
        const bytes = this.#held.shift();
        if (bytes === undefined) {
          if (this.#over) return;
          await this.#more();
          continue;
        }
        const item = this.#item(bytes);
        if (item === undefined) return;
        yield item;
      }
    } finally {
      if (!this.#over) this.cancel();
    }
  }

  #more(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
      this.#sent.resume();
    });
  }

  #item(bytes: Buffer): StreamItem<M> | undefined {
    try {
      return { message: this.#decode(bytes), raw: rawOf(bytes) };
    } catch (error) {
      this.#broken = undecodable('stream message', error);
      return undefined;
    }
  }
}
