// SPDX-License-Identifier: Apache-2.0
import type { NoAnswer } from '#cri/outcome.js';
import { isAnswered, type RecordedCall } from '#evidence/call.js';
import { isMandatory } from './offered.js';
import {
  held,
  undecided,
  unexercised,
  unsupported,
  violated,
  type Verdict,
  type VerdictKind,
} from '../verdict.js';

/** The verdict for all of them: the worst one, and one with proof before one without. */
const rank = { violated: 0, undecided: 1, held: 2, unsupported: 3, unexercised: 4 } as const satisfies Record<
  VerdictKind,
  number
>;

/** Whether `one` takes precedence over `other`. */
export function isWorseThan(one: VerdictKind, other: VerdictKind): boolean {
  return rank[one] < rank[other];
}

/** People look them up: a few are enough. */
const maxCalls = 20;

/** Judges every occasion and joins the verdicts; the first violation in the recording decides. */
export function judgeEach<T>(occasions: Iterable<T>, none: string, judge: (occasion: T) => Verdict): Verdict {
  let loudest: Verdict | undefined;
  const proofs = new Set<number>();
  for (const occasion of occasions) {
    const verdict = judge(occasion);
    if (verdict.kind === 'held') for (const seq of verdict.calls) proofs.add(seq);
    if (loudest === undefined || isWorseThan(verdict.kind, loudest.kind)) loudest = verdict;
  }
  if (loudest === undefined) return unexercised(none);
  return loudest.kind === 'held' ? held([...proofs].sort((a, b) => a - b).slice(0, maxCalls)) : loudest;
}

export interface ExpectedAndActual {
  readonly expected: string;
  readonly actual: string;
}

export function holds(calls: readonly RecordedCall[], ok: boolean, difference: ExpectedAndActual): Verdict {
  const seqs = calls.map(({ seq }) => seq);
  return ok ? held(seqs) : violated(seqs, difference);
}

export function mustSucceed(call: RecordedCall, expected: string): Verdict {
  if (call.outcome.kind !== 'refused') return answeredOr(call, held([call.seq]));
  if (call.outcome.code === 'UNIMPLEMENTED') return notOffered(call);
  return violated([call.seq], { expected: `${expected}: OK`, actual: endingOf(call) });
}

/** `unless`: refusals that are wrong all the same. */
export function mustBeRefused(call: RecordedCall, expected: string, unless: readonly string[] = []): Verdict {
  if (call.outcome.kind !== 'refused') {
    return answeredOr(call, violated([call.seq], { expected, actual: 'OK' }));
  }
  const { code } = call.outcome;
  if (code === 'UNIMPLEMENTED') return notOffered(call);
  return unless.includes(code)
    ? violated([call.seq], { expected, actual: endingOf(call) })
    : held([call.seq]);
}

/** A read of an object that does not exist. */
export function mustBeNotFound(call: RecordedCall, what: string): Verdict {
  const expected = `${call.rpc} of ${what}: NOT_FOUND`;
  if (call.outcome.kind !== 'refused')
    return answeredOr(call, violated([call.seq], { expected, actual: 'OK' }));
  if (call.outcome.code === 'UNIMPLEMENTED') return notOffered(call);
  return holds([call], call.outcome.code === 'NOT_FOUND', { expected, actual: endingOf(call) });
}

/** It was answered UNIMPLEMENTED. */
export function notOffered(call: RecordedCall): Verdict {
  return isMandatory(call.rpc)
    ? violated([call.seq], { expected: `${call.rpc} is implemented`, actual: endingOf(call) })
    : unsupported([call.seq], `${call.rpc} is not implemented by this runtime`);
}

function answeredOr(call: RecordedCall, verdict: Verdict): Verdict {
  if (isAnswered(call)) return verdict;
  if (call.outcome.kind === 'cut-off') return unexercised('the daemon was down');
  return isGivenUp(call)
    ? unexercised('the caller gave the call up')
    : undecided([call.seq], `${call.rpc}: ${endingOf(call)}`);
}

/**
 * We gave the call up ourselves, for example at the end of a scenario: that says nothing about the runtime.
 */
function isGivenUp({ outcome, deadlineMs }: RecordedCall): boolean {
  if (outcome.kind !== 'unanswered') return false;
  const isHasty = deadlineMs !== null && deadlineMs < hastyMs;
  // Some servers reset the stream at the deadline, which looks like a broken connection.
  return outcome.reason === 'cancelled' || (isHasty && isTimeUp.has(outcome.reason));
}

/** No kubelet waits so little: a scenario did it on purpose. */
const hastyMs = 1_000;
const isTimeUp: ReadonlySet<string> = new Set(['client-deadline', 'connection-lost']);

/** How a call ended, as text. */
export function endingOf({ outcome }: RecordedCall): string {
  switch (outcome.kind) {
    case 'ok':
      return 'OK';
    case 'ended':
      return 'end of stream';
    case 'open':
      return 'no end in the recording';
    case 'cut-off':
      return 'no answer, the daemon was down';
    case 'refused':
      return `${outcome.code}: ${outcome.message}`;
    case 'unanswered':
      return isSent(outcome.reason) ? `no answer (${outcome.reason})` : outcome.message;
  }
}

function isSent(reason: NoAnswer['reason']): boolean {
  return reason !== 'not-ours' && reason !== 'unverified';
}

/**
 * Requested entries that were not returned unchanged; undefined if all were. Additional entries are allowed.
 */
export function lost(
  asked: Readonly<Record<string, string>> | undefined,
  back: Readonly<Record<string, string>> | undefined,
): string | undefined {
  const missing = Object.entries(asked ?? {}).filter(([key, value]) => (back ?? {})[key] !== value);
  if (missing.length === 0) return undefined;
  return missing.map(([key]) => `${key}=${JSON.stringify((back ?? {})[key] ?? null)}`).join(', ');
}

/** The findings for every pair, one after another: all at once would take quadratic memory. */
export function* pairs<T, Found>(
  items: readonly T[],
  found: (one: T, other: T) => readonly Found[],
): Generator<Found> {
  for (const [at, one] of items.entries())
    for (let next = at + 1; next < items.length; next++) yield* found(one, items[next] as T);
}
