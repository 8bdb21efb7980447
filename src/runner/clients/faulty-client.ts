// SPDX-License-Identifier: Apache-2.0
import { longestTimerMs, type Clock } from '#base/clock.js';
import type { CriClient } from '#cri/client/client.js';
import { intercept } from '#cri/client/intercept.js';
import type { UnaryMethod } from '#cri/methods.js';
import type { Outcome, Refusal, NoAnswer } from '#cri/outcome.js';
import type { FaultApplied } from '#evidence/intent.js';
import { redact } from '#evidence/write/redact.js';
import type { CallFault, Effect } from '#scenarios/fault.js';

/** A client that injects faults on request. */
export interface FaultyClient extends CriClient {
  inject(faults: readonly CallFault[]): void;
  clear(): void;
}

export interface FaultyPorts {
  readonly clock: Clock;
  /**
   * Reports every call that a fault applies to, so that what the kubelet got is not taken for the runtime's
   * answer.
   */
  readonly onFault: (fault: Pick<FaultApplied, 'rpc' | 'request' | 'effect'>) => void;
}

type Message = Readonly<Record<string, unknown>>;

interface FaultTarget {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly deadlineMs: number | null;
  readonly cleared: AbortSignal;
  /** The unchanged call. */
  readonly forward: () => Promise<Outcome>;
}

export function faultyClient(inner: CriClient, { clock, onFault }: FaultyPorts): FaultyClient {
  const standing = new StandingFaults();
  const intercepted = intercept(inner, async ({ method, request, options, forward }) => {
    const effect = standing.effectOn(method, request);
    if (effect === undefined) return forward();
    onFault({ rpc: method, request: redact(method, request), effect: shown(effect) });
    const { signal = new AbortController().signal, deadlineMs = null } = options;
    return outcomeOf(effect, { clock, signal, deadlineMs, cleared: standing.cleared, forward });
  });
  return {
    ...intercepted,
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
  #clearing = new AbortController();

  get cleared(): AbortSignal {
    return this.#clearing.signal;
  }

  add(faults: readonly CallFault[]): void {
    this.#standing.push(...faults.map((fault) => ({ fault, calls: 0 })));
  }

  clear(): void {
    this.#standing = [];
    this.#clearing.abort();
    this.#clearing = new AbortController();
  }

  effectOn(method: UnaryMethod, request: Message): Effect | undefined {
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

async function outcomeOf(effect: Effect, affected: FaultTarget): Promise<Outcome> {
  const { clock, signal, cleared, forward } = affected;
  switch (effect.kind) {
    case 'refuse':
      return { kind: 'refused', code: effect.code as Refusal['code'], message: effect.message };
    case 'fake-ok':
      return { kind: 'ok', response: effect.answer, raw: '' };
    case 'hang':
      return silence(affected);
    case 'delay':
      await clock.sleep(effect.ms, AbortSignal.any([cleared, signal]));
      return forward();
    case 'rewrite': {
      const outcome = await forward();
      if (outcome.kind !== 'ok') return outcome;
      return { ...outcome, response: effect.instead(outcome.response as Message) };
    }
  }
}

/** Gives no answer until the caller gives up. */
async function silence({ clock, signal, deadlineMs, cleared }: FaultTarget): Promise<NoAnswer> {
  const enough = AbortSignal.any([signal, cleared]);
  await clock.sleep(deadlineMs ?? longestTimerMs, enough);
  if (signal.aborted) return { kind: 'unanswered', reason: 'cancelled', message: 'given up' };
  return { kind: 'unanswered', reason: 'client-deadline', message: 'no answer in time' };
}

function shown(effect: Effect): FaultApplied['effect'] {
  return effect.kind === 'rewrite' ? { kind: effect.kind, what: effect.what } : { ...effect };
}
