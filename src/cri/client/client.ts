// SPDX-License-Identifier: Apache-2.0
import type { RequestOf, StreamMethod, UnaryMethod } from '../methods.js';
import type { Outcome, StreamItem, StreamOutcome } from '../outcome.js';

export interface CallOptions {
  /** Absent or null: none, as in the kubelet's PullImage. */
  readonly deadlineMs?: number | null;
  readonly signal?: AbortSignal;
}

/** A server stream. Iterate to read it; `ended` settles when it is over, and never rejects. */
export interface CriStream<M extends StreamMethod = StreamMethod> extends AsyncIterable<StreamItem<M>> {
  readonly ended: Promise<StreamOutcome>;
  cancel(): void;
}

/** The port to a runtime for all of our code. Never throws because of what the runtime does. */
export interface CriClient {
  call<M extends UnaryMethod>(method: M, request: RequestOf<M>, options?: CallOptions): Promise<Outcome<M>>;
  stream<M extends StreamMethod>(method: M, request: RequestOf<M>, options?: CallOptions): CriStream<M>;
  close(): void;
}
