// SPDX-License-Identifier: Apache-2.0
import type { CriClient } from '#cri/client.js';
import { heardClient } from './heard-client.js';

/** A client that knows how many calls of each kind have ended, and how. */
export interface CountingClient extends CriClient {
  count(rpc: string, ended: 'ok' | 'refused' | 'any'): number;
}

export function countingClient(inner: CriClient): CountingClient {
  const counts = new Map<string, number>();
  const add = (key: string): void => {
    counts.set(key, (counts.get(key) ?? 0) + 1);
  };
  return {
    ...heardClient(inner, (method, { kind }) => {
      add(`${method} ${kind}`);
      add(`${method} any`);
    }),
    count: (rpc, ended) => counts.get(`${rpc} ${ended}`) ?? 0,
  };
}
