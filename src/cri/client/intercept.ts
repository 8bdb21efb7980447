// SPDX-License-Identifier: Apache-2.0
import type { CallOptions, CriClient } from './client.js';
import type { RequestOf, UnaryMethod } from '../methods.js';
import type { Outcome } from '../outcome.js';

/** A unary call on its way to a client. */
export interface InterceptedCall {
  readonly method: UnaryMethod;
  readonly request: Readonly<Record<string, unknown>>;
  readonly options: CallOptions;
  /** Sends it unchanged. */
  readonly forward: () => Promise<Outcome>;
}

/** Wraps a client: `handle` gives every unary call its outcome. Streams pass untouched. */
export function intercept(inner: CriClient, handle: (call: InterceptedCall) => Promise<Outcome>): CriClient {
  return {
    async call<M extends UnaryMethod>(
      method: M,
      request: RequestOf<M>,
      options: CallOptions = {},
    ): Promise<Outcome<M>> {
      const forward = (): Promise<Outcome> => inner.call(method, request, options);
      return handle({
        method,
        request: request as InterceptedCall['request'],
        options,
        forward,
      });
    },
    stream: (method, request, options) => inner.stream(method, request, options),
    close: () => {
      inner.close();
    },
  };
}

/** What an observer hears of every unary call, before its caller does. */
export interface CallHooks {
  readonly begun?: (method: UnaryMethod) => void;
  readonly ended: (method: UnaryMethod, outcome: Outcome) => void;
}

/** Wraps a client without changing any call. Streams are not observed. */
export function observe(inner: CriClient, { begun, ended }: CallHooks): CriClient {
  return intercept(inner, async ({ method, forward }) => {
    begun?.(method);
    const outcome = await forward();
    ended(method, outcome);
    return outcome;
  });
}
