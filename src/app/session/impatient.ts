// SPDX-License-Identifier: Apache-2.0
import { abortedAfter, unlessAborted } from '#base/giving-up.js';
import type { CallOptions, CriClient } from '#cri/client.js';
import type { RequestOf, UnaryMethod } from '#cri/methods.js';
import type { Outcome } from '#cri/outcome.js';
import type { Connect } from '#run-ledger/clean-up-run.js';

/** Somebody waits for the end; what a runtime has not removed by then, the ledger still knows. */
const patienceMs = 10_000;

/** Clients for a clean-up that nobody waits for any more once the signal has aborted: then their calls soon end in an error. */
export function impatient(connect: Connect, interrupted: AbortSignal): Connect {
  const over = abortedAfter(interrupted, patienceMs);
  const inTime = <T>(work: Promise<T>): Promise<T> =>
    unlessAborted(
      work,
      over,
      () => new Error(`given up after ${patienceMs / 1000} s; later: criprobe cleanup`),
    );
  return async (endpoint, own) => {
    const client = await inTime(Promise.resolve(connect(endpoint, own)));
    return { ...closing(client), call: callWithin(client, { over, inTime }) };
  };
}

function closing(client: CriClient): Omit<CriClient, 'call'> {
  return {
    stream: (method, request, options) => client.stream(method, request, options),
    close: () => {
      client.close();
    },
  };
}

interface Haste {
  readonly over: AbortSignal;
  readonly inTime: <T>(work: Promise<T>) => Promise<T>;
}

function callWithin(client: CriClient, { over, inTime }: Haste): CriClient['call'] {
  return <M extends UnaryMethod>(method: M, request: RequestOf<M>, options: CallOptions = {}) => {
    const signal = options.signal === undefined ? over : AbortSignal.any([over, options.signal]);
    return inTime<Outcome<M>>(client.call(method, request, { ...options, signal }));
  };
}
