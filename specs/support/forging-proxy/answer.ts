// SPDX-License-Identifier: Apache-2.0
import type { ApiVersion } from '#cri/api-version.js';
import type { CriMethod } from '#cri/methods.js';

export type Bytes = Buffer;

/** A message with the field names of the proto. A forged one need not match its type. */
export type Message = Readonly<Record<string, unknown>>;

/** A status other than OK, possibly with a number that gRPC does not define. */
export class RefusedCall extends Error {
  readonly code: number;
  readonly details: string;
  readonly trailers: Readonly<Record<string, string>>;

  constructor(code: number, details: string, trailers: Readonly<Record<string, string>> = {}) {
    super(`status ${code}: ${details}`);
    this.code = code;
    this.details = details;
    this.trailers = trailers;
  }
}

export interface RawAnswer {
  readonly bytes: Bytes;
}

export type Answer = RawAnswer | RefusedCall;

/** A call from the suite. */
export interface ForgedCall {
  readonly method: CriMethod;
  readonly version: ApiVersion;
  readonly request: Message;
  /** From 1, counting all calls, or those of this method. */
  readonly nth: number;
  readonly nthOfMethod: number;
  /** Aborts when the client gives up, and when the proxy closes. */
  readonly signal: AbortSignal;
}

/** Forwards the call, unchanged or with another request. */
export type Ask = (request?: Message) => Promise<Answer>;
export type Subscribe = (request?: Message) => AsyncIterable<Bytes>;

/** Sits between the suite and the runtime; passes what it does not forge. */
export interface Forger {
  readonly unary?: (call: ForgedCall, ask: Ask) => Promise<Answer>;
  readonly stream?: (call: ForgedCall, subscribe: Subscribe) => AsyncIterable<Bytes>;
}

export const honest: Forger = {};

/** The first is nearest to the suite: it forges what the others have forged. */
export function compose(...forgers: readonly Forger[]): Forger {
  return {
    unary: (call, ask) => {
      const from = (at: number, request: Message): Promise<Answer> => {
        const forger = forgers[at];
        if (forger === undefined) return ask(request);
        const next: Ask = (changed = request) => from(at + 1, changed);
        return forger.unary?.({ ...call, request }, next) ?? next();
      };
      return from(0, call.request);
    },
    stream: (call, subscribe) => {
      const from = (at: number, request: Message): AsyncIterable<Bytes> => {
        const forger = forgers[at];
        if (forger === undefined) return subscribe(request);
        const next: Subscribe = (changed = request) => from(at + 1, changed);
        return forger.stream?.({ ...call, request }, next) ?? next();
      };
      return from(0, call.request);
    },
  };
}

/** Settles when the client gives up. */
export function given(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else
      signal.addEventListener(
        'abort',
        () => {
          resolve();
        },
        { once: true },
      );
  });
}
