// SPDX-License-Identifier: Apache-2.0
import type { CallOptions, CriClient } from '#cri/client/client.js';
import type { RequestOf, UnaryMethod } from '#cri/methods.js';
import type { Outcome } from '#cri/outcome.js';

/** A client that counts the calls of each RPC: how many began and ended, and how. */
export interface CountingClient extends CriClient {
  count(rpc: string, ended: 'ok' | 'refused' | 'any' | 'begun'): number;
}

/** Clients that share `counts` count together. */
export function countingClient(inner: CriClient, counts: Map<string, number> = new Map()): CountingClient {
  const add = (key: string): void => {
    counts.set(key, (counts.get(key) ?? 0) + 1);
  };
  return {
    async call<M extends UnaryMethod>(
      method: M,
      request: RequestOf<M>,
      options?: CallOptions,
    ): Promise<Outcome<M>> {
      add(`${method} begun`);
      const outcome = await inner.call(method, request, options);
      add(`${method} ${outcome.kind}`);
      add(`${method} any`);
      return outcome;
    },
    stream: (method, request, options) => inner.stream(method, request, options),
    close: () => {
      inner.close();
    },
    count: (rpc, ended) => counts.get(`${rpc} ${ended}`) ?? 0,
  };
}
