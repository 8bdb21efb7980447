// SPDX-License-Identifier: Apache-2.0
import { longestTimerMs, type Clock } from '#base/clock.js';
import type { CallOptions, CriClient } from '#cri/client/client.js';
import type { RequestOf, UnaryMethod } from '#cri/methods.js';
import type { Outcome, Refused, Unanswered } from '#cri/outcome.js';
import type { FaultApplied } from '#evidence/intent.js';
import { redact } from '#evidence/write/redact.js';
import type { CallFault, Effect } from '#scenarios/fault.js';

/** A client behind which things go wrong on request. */
export interface FaultyClient extends CriClient {
  inject(faults: readonly CallFault[]): void;
  clear(): void;
}

export interface FaultyPorts {
  readonly clock: Clock;
  /** Told of every call that is struck, so that nobody takes what the kubelet got for the runtime's answer. */
  readonly onFault: (fault: Pick<FaultApplied, 'rpc' | 'request' | 'effect'>) => void;
}

type Message = Readonly<Record<string, unknown>>;

interface Struck {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly deadlineMs: number | null;
  readonly healed: AbortSignal;
  /** The call as it would have been. */
  readonly forward: () => Promise<Outcome>;
}

export function faultyClient(inner: CriClient, { clock, onFault }: FaultyPorts): FaultyClient {
  const standing = new StandingFaults();
  return {
    async call<M extends UnaryMethod>(
      method: M,
      request: RequestOf<M>,
      options: CallOptions = {},
    ): Promise<Outcome<M>> {
      const forward = (): Promise<Outcome<M>> => inner.call(method, request, options);
      const strike = standing.strikeFor(method, request as Message);
      if (strike === undefined) return forward();
      onFault({ rpc: method, request: redact(method, request as Message), effect: told(strike) });
      const { signal = new AbortController().signal, deadlineMs = null } = options;
      const struck = { clock, signal, deadlineMs, healed: standing.healed, forward };
      return await outcomeOf(strike, struck);
    },
    stream: (method, request, options) => inner.stream(method, request, options),
    close: () => {
      inner.close();
    },
    inject: (faults) => {
      standing.add(faults);
    },
    clear: () => {
      standing.clear();
    },
  };
}

class StandingFaults {
  #standing: { readonly fault: CallFault; calls: number }[] = [];
  #healing = new AbortController();

  get healed(): AbortSignal {
    return this.#healing.signal;
  }

  add(faults: readonly CallFault[]): void {
    this.#standing.push(...faults.map((fault) => ({ fault, calls: 0 })));
  }

  clear(): void {
    this.#standing = [];
    this.#healing.abort();
    this.#healing = new AbortController();
  }

  strikeFor(method: UnaryMethod, request: Message): Effect | undefined {
    const meant = this.#standing.filter(({ fault }) => isMeant(fault, method, request));
    for (const each of meant) each.calls++;
    const due = meant.find(
      ({ fault: { from = 1, times = 1 }, calls }) => calls >= from && calls < from + times,
    );
    return due?.fault.effect;
  }
}

function isMeant({ rpc, container }: CallFault, method: UnaryMethod, request: Message): boolean {
  if (rpc !== '*' && rpc !== method) return false;
  if (container === undefined) return true;
  const { config } = request as { config?: { metadata?: { name?: string } } };
  return config?.metadata?.name === container;
}

async function outcomeOf(strike: Effect, struck: Struck): Promise<Outcome> {
  const { clock, signal, healed, forward } = struck;
  switch (strike.kind) {
    case 'refuse':
      return { kind: 'refused', code: strike.code as Refused['code'], message: strike.message };
    case 'fake-ok':
      return { kind: 'ok', response: strike.answer, raw: '' };
    case 'hang':
      return silence(struck);
    case 'delay':
      await clock.sleep(strike.ms, AbortSignal.any([healed, signal]));
      return forward();
    case 'rewrite': {
      const outcome = await forward();
      if (outcome.kind !== 'ok') return outcome;
      return { ...outcome, response: strike.instead(outcome.response as Message) };
    }
  }
}

/** No answer, until the caller gives up. */
async function silence({ clock, signal, deadlineMs, healed }: Struck): Promise<Unanswered> {
  const enough = AbortSignal.any([signal, healed]);
  await clock.sleep(deadlineMs ?? longestTimerMs, enough);
  if (signal.aborted) return { kind: 'unanswered', reason: 'cancelled', message: 'given up' };
  return { kind: 'unanswered', reason: 'client-deadline', message: 'no answer in time' };
}

function told(strike: Effect): FaultApplied['effect'] {
  return strike.kind === 'rewrite' ? { kind: strike.kind, what: strike.what } : { ...strike };
}
