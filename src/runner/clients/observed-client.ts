// SPDX-License-Identifier: Apache-2.0
import type { CallOptions, CriClient } from '#cri/client/client.js';
import type { RequestOf, UnaryMethod } from '#cri/methods.js';
import type { Outcome } from '#cri/outcome.js';

/** Wraps a client: `heard` learns how each call ended before its caller does. Streams are not observed. */
export function observedClient(
  inner: CriClient,
  heard: (method: UnaryMethod, outcome: Outcome) => void,
): CriClient {
  return {
    async call<M extends UnaryMethod>(
      method: M,
      request: RequestOf<M>,
      options?: CallOptions,
    ): Promise<Outcome<M>> {
      const outcome = await inner.call(method, request, options);
      heard(method, outcome);
      return outcome;
    },
    stream: (method, request, options) => inner.stream(method, request, options),
    close: () => {
      inner.close();
    },
  };
}
