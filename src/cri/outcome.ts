// SPDX-License-Identifier: Apache-2.0
import type { CriMethod, ResponseOf, StreamMethod, UnaryMethod } from './methods.js';
import type { StatusName } from './status-name.js';

/** The runtime refused. Its own timeout has the code DEADLINE_EXCEEDED. */
export interface Refusal {
  readonly kind: 'refused';
  readonly code: StatusName;
  readonly message: string;
}

/** No answer arrived: the runtime may have done the work all the same, unless the call was never sent. */
export interface NoAnswer {
  readonly kind: 'unanswered';
  /**
   * `client-deadline`: our deadline passed. `cancelled`: we gave up. `connection-lost`: the socket broke or
   * never opened. The last two were not sent, because they would have changed an object that this run did not
   * create (`not-ours`), or that we cannot identify (`unverified`).
   */
  readonly reason: 'client-deadline' | 'cancelled' | 'connection-lost' | 'not-ours' | 'unverified';
  readonly message: string;
}

export interface Ok<M extends CriMethod = CriMethod> {
  readonly kind: 'ok';
  readonly response: ResponseOf<M>;
  /** The answer's bytes in base64, which keeps fields that our proto does not have; empty if too large. */
  readonly raw: string;
}

/** How an RPC ended. Data, not an exception. */
export type Outcome<M extends UnaryMethod = UnaryMethod> = Ok<M> | Refusal | NoAnswer;

/** How a server stream ended; `ok` is a clean end of stream. */
export type StreamOutcome = { readonly kind: 'ended' } | Refusal | NoAnswer;

export interface StreamItem<M extends StreamMethod = StreamMethod> {
  readonly message: ResponseOf<M>;
  readonly raw: string;
}

/**
 * Only a list of thousands of pods is longer: nobody looks for unknown fields there, and copies of it fill
 * the memory.
 */
const maxBytes = 1 << 20;

/** The bytes of an answer in base64; empty if too large. */
export function rawOf(bytes: Buffer): string {
  return bytes.length > maxBytes ? '' : bytes.toString('base64');
}
