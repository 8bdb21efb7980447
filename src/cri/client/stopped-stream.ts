// SPDX-License-Identifier: Apache-2.0
import type { CriStream } from './client.js';
import type { StreamMethod } from '../methods.js';
import type { StreamItem, StreamOutcome } from '../outcome.js';

/** A stream that ended before it began. */
export class StoppedStream<M extends StreamMethod> implements CriStream<M> {
  readonly ended: Promise<StreamOutcome>;

  constructor(outcome: StreamOutcome) {
    this.ended = Promise.resolve(outcome);
  }

  cancel(): void {
    // Nothing runs.
  }

  [Symbol.asyncIterator](): AsyncIterator<StreamItem<M>> {
    return { next: () => Promise.resolve({ done: true, value: undefined }) };
  }
}
