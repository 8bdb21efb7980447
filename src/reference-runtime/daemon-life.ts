// SPDX-License-Identifier: Apache-2.0
import { setMaxListeners } from 'node:events';
import { CriRefusal } from '#cri/client/cri-refusal.js';
import { streamMethods } from '#cri/proto/generated/methods.js';
import type { CriHandlers, ServedCall, StreamHandler, UnaryHandler } from '#cri/server/handlers.js';

interface Bound {
  readonly call: ServedCall;
  /** Rejects when the daemon ends before the call does. */
  readonly lost: Promise<never>;
  /** The call is over: it hangs on nothing any more. */
  readonly release: () => void;
}

/** From a start of the daemon to its end. What it has under way ends with it; what runs in pods does not. */
export class DaemonLife {
  #over = newLife();
  readonly #underWay = new Set<Promise<unknown>>();

  /** Aborts when the daemon of now ends; the next one has another. */
  get signal(): AbortSignal {
    return this.#over.signal;
  }

  begin(): void {
    if (this.signal.aborted) this.#over = newLife();
  }

  /** Resolves when whatever was under way has put away what it had half made. */
  async end(): Promise<void> {
    this.#over.abort();
    await Promise.allSettled(this.#underWay);
  }

  /** The same handlers, for as long as it lives. */
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

  #enter(call: ServedCall): Bound {
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

/** Every call that is under way listens to it. */
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
