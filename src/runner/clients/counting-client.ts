// SPDX-License-Identifier: Apache-2.0
import type { CriClient } from '#cri/client/client.js';
import { observe } from '#cri/client/intercept.js';

/** A client that counts the calls of each RPC: how many began and ended, and how. */
export interface CountingClient extends CriClient {
  count(rpc: string, ended: 'ok' | 'refused' | 'any' | 'begun'): number;
}

/** Clients that share `counts` count together. */
export function countingClient(inner: CriClient, counts: Map<string, number> = new Map()): CountingClient {
  const add = (key: string): void => {
    counts.set(key, (counts.get(key) ?? 0) + 1);
  };
  const observed = observe(inner, {
    begun: (method) => {
      add(`${method} begun`);
    },
    ended: (method, { kind }) => {
      add(`${method} ${kind}`);
      add(`${method} any`);
    },
  });
  return { ...observed, count: (rpc, ended) => counts.get(`${rpc} ${ended}`) ?? 0 };
}
