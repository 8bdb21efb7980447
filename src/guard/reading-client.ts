// SPDX-License-Identifier: Apache-2.0
import type { CallOptions, CriClient } from '#cri/client/client.js';
import type { RequestOf, UnaryMethod } from '#cri/methods.js';
import type { Outcome } from '#cri/outcome.js';
import { ruleOf } from './rules.js';

/** A read-only client: a call that could change anything is a bug, and is not sent. */
export function readingClient(inner: CriClient): CriClient {
  return {
    call<M extends UnaryMethod>(
      method: M,
      request: RequestOf<M>,
      options?: CallOptions,
    ): Promise<Outcome<M>> {
      if (ruleOf[method] !== 'reads') throw new Error(`${method} changes something; this client only reads`);
      return inner.call(method, request, options);
    },
    stream: (method, request, options) => inner.stream(method, request, options),
    close: () => {
      inner.close();
    },
  };
}
