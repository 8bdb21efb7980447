// SPDX-License-Identifier: Apache-2.0
import type { ApiVersion } from '../api-version.js';
import type { RequestOf, ResponseOf, StreamMethod, UnaryMethod } from '../methods.js';

export interface ServedCall {
  /** Aborts when the client cancels, its deadline passes or its connection breaks. */
  readonly signal: AbortSignal;
  /** What was left of the client's deadline when the call arrived; absent: none. */
  readonly deadlineMs?: number;
  readonly apiVersion: ApiVersion;
}

export type UnaryHandler<M extends UnaryMethod = UnaryMethod> = (
  request: RequestOf<M>,
  call: ServedCall,
) => Promise<ResponseOf<M>>;

export type StreamHandler<M extends StreamMethod = StreamMethod> = (
  request: RequestOf<M>,
  call: ServedCall,
) => AsyncIterable<ResponseOf<M>>;

/** A server's methods. A missing one is answered with UNIMPLEMENTED. */
export type CriHandlers = { readonly [M in UnaryMethod]?: UnaryHandler<M> } & {
  readonly [M in StreamMethod]?: StreamHandler<M>;
};
