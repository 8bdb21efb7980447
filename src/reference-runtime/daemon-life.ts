// SPDX-License-Identifier: Apache-2.0
import { setMaxListeners } from 'node:events';
import { CriRefusal } from '#cri/client/cri-refusal.js';
import { streamMethods } from '#cri/proto/generated/methods.js';
import type { CriHandlers, ServedCall, StreamHandler, UnaryHandler } from '#cri/server/handlers.js';

interface BoundCall {
  readonly call: ServedCall;
  /** Rejects if the daemon ends before the call does. */
  readonly lost: Promise<never>;
  /** Called when the call has ended. */
  readonly release: () => void;
}

/** From a start of the daemon to its end. Calls in flight end with it; processes in pods do not. */
export class DaemonLife {
  #over = newLife();
  readonly #underWay = new Set<Promise<unknown>>();

  /** Aborts when the current daemon ends; the next one has its own. */
  get signal(): AbortSignal {
    return this.#over.signal;
  }

  begin(): void {
    if (this.signal.aborted) this.#over = newLife();
  }

  /** Resolves when interrupted calls have cleaned up after themselves. */
  async end(): Promise<void> {
    this.#over.abort();
    await Promise.allSettled(this.#underWay);
  }

  /** Binds the handlers to this life. */
  bind(handlers: Required<CriHandlers>): Required<CriHandlers> {
    const streaming = new Set<string>(streamMethods);
    const bound = Object.entries(handlers).map(([method, handler]) => [
      method,
      streaming.has(method) ? this.#stream(handler as StreamHandler) : this.#unary(handler as UnaryHandler),
    ]);
    return Object.fromEntries(bound) as Required<CriHandlers>;
  }

  #unary(handler: UnaryHandler): UnaryHandler {
    return async (request, call) => {
      const { call: bound, lost, release } = this.#enter(call);
      const work = handler(request, bound);
      this.#underWay.add(work);
      const done = (): void => {
        this.#underWay.delete(work);
        release();
      };
      work.then(done, done);
      return Promise.race([work, lost]);
    };
  }

  #stream(handler: StreamHandler): StreamHandler {
    return (request, call) => {
      const { call: bound, lost, release } = this.#enter(call);
      lost.catch(() => undefined);
      return released(handler(request, bound), release);
    };
  }

  #enter(call: ServedCall): BoundCall {
    const life = this.signal;
    if (life.aborted) throw away();
    const ends = new AbortController();
    const leave = (): void => {
      ends.abort();
    };
    let lose: () => void = leave;
    const lost = new Promise<never>((_resolve, reject) => {
      lose = () => {
        reject(away());
        leave();
      };
    });
    if (call.signal.aborted) leave();
    call.signal.addEventListener('abort', leave);
    life.addEventListener('abort', lose);
    const release = (): void => {
      call.signal.removeEventListener('abort', leave);
      life.removeEventListener('abort', lose);
    };
    return { call: { ...call, signal: ends.signal }, lost, release };
  }
}

/** Every call in flight listens to it. */
function newLife(): AbortController {
  const life = new AbortController();
  setMaxListeners(0, life.signal);
  return life;
}

const away = (): CriRefusal => new CriRefusal('UNAVAILABLE', 'the runtime is going away');

async function* released<T>(items: AsyncIterable<T>, release: () => void): AsyncGenerator<T> {
  try {
    yield* items;
  } finally {
    release();
  }
}
