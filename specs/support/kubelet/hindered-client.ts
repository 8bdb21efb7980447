// SPDX-License-Identifier: Apache-2.0
import type { CallOptions, CriClient, CriStream } from '#cri/client/client.js';
import type { RequestOf, StreamMethod, UnaryMethod } from '#cri/methods.js';
import type { Outcome, Refusal, NoAnswer } from '#cri/outcome.js';

export type Hindrance = 'refuse' | 'refuse-not-found' | 'hang' | 'lose';

export interface SeenCall {
  readonly rpc: UnaryMethod;
  readonly request: Readonly<Record<string, unknown>>;
  readonly deadlineMs: number | null;
  /** In the order of events; calls and answers are counted together. */
  readonly beganAt: number;
  endedAt: number | undefined;
  outcome: Outcome | undefined;
}

type FailedOutcome = Refusal | NoAnswer;

/** How long a hanging call takes until its deadline has "passed". */
const hangMs = 20;

/** A runtime that fails some calls; records all calls and answers. */
export class HinderedClient implements CriClient {
  readonly calls: SeenCall[] = [];
  /** What replaces the answer of this call; undefined: nothing. */
  hinder: (rpc: UnaryMethod, nth: number) => Hindrance | undefined = () => undefined;
  /** Called before each call is forwarded. */
  before: (made: number) => void = () => undefined;
  readonly #inner: CriClient;
  readonly #counts = new Map<string, number>();
  #at = 0;

  constructor(inner: CriClient) {
    this.#inner = inner;
  }

  async call<M extends UnaryMethod>(
    rpc: M,
    request: RequestOf<M>,
    options: CallOptions = {},
  ): Promise<Outcome<M>> {
    const nth = (this.#counts.get(rpc) ?? 0) + 1;
    this.#counts.set(rpc, nth);
    const seen: SeenCall = {
      rpc,
      request: request as SeenCall['request'],
      deadlineMs: options.deadlineMs ?? null,
      beganAt: (this.#at += 1),
      endedAt: undefined,
      outcome: undefined,
    };
    this.calls.push(seen);
    this.before(this.calls.length);
    const hindrance = this.hinder(rpc, nth);
    const outcome =
      hindrance === undefined
        ? await this.#inner.call(rpc, request, options)
        : await hindered(hindrance, options);
    seen.outcome = outcome;
    seen.endedAt = this.#at += 1;
    return outcome;
  }

  stream<M extends StreamMethod>(method: M, request: RequestOf<M>, options?: CallOptions): CriStream<M> {
    return this.#inner.stream(method, request, options);
  }

  close(): void {
    this.#inner.close();
  }
}

async function hindered(how: Hindrance, options: CallOptions): Promise<FailedOutcome> {
  const refused: Refusal = { kind: 'refused', code: 'UNKNOWN', message: 'not today' };
  if (how === 'refuse') return refused;
  if (how === 'refuse-not-found') return { ...refused, code: 'NOT_FOUND' };
  if (how === 'lose') return { kind: 'unanswered', reason: 'connection-lost', message: 'gone' };
  return passedDeadline(options);
}

/** Without a deadline only cancelling ends it. */
function passedDeadline({ deadlineMs = null, signal }: CallOptions): Promise<FailedOutcome> {
  return new Promise((resolve) => {
    const cancelled = (): void => {
      resolve({ kind: 'unanswered', reason: 'cancelled', message: 'given up' });
    };
    if (signal?.aborted === true) cancelled();
    signal?.addEventListener('abort', cancelled, { once: true });
    if (deadlineMs === null) return;
    const passed: FailedOutcome = { kind: 'unanswered', reason: 'client-deadline', message: 'no answer' };
    setTimeout(() => {
      resolve(passed);
    }, hangMs);
  });
}
