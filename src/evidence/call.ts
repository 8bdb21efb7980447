// SPDX-License-Identifier: Apache-2.0
import type { CriMethod, RequestOf, ResponseOf } from '#cri/methods.js';
import type { Refusal, NoAnswer } from '#cri/outcome.js';
import type { OtherObjects } from './event.js';

/** One RPC in the recording. `open`: the recording stops before the call ended. */
export interface RecordedCall<M extends CriMethod = CriMethod> {
  readonly seq: number;
  readonly scenario: string;
  readonly rpc: M;
  readonly request: RequestOf<M>;
  readonly deadlineMs: number | null;
  readonly beganMs: number;
  readonly endedMs: number | undefined;
  readonly outcome:
    | OkOutcome<M>
    | { readonly kind: 'ended' }
    | { readonly kind: 'open' }
    /** The scenario had stopped the daemon: no answer, or a refusal that only says so. */
    | { readonly kind: 'cut-off'; readonly refused?: Refusal }
    | Refusal
    | NoAnswer;
  /** Of a server stream; empty for other calls. */
  readonly messages: readonly { readonly atMs: number; readonly message: ResponseOf<M> }[];
}

type OkOutcome<M extends CriMethod> = {
  readonly kind: 'ok';
  readonly response: ResponseOf<M>;
  readonly raw: string;
} & OtherObjects;

/** A call that was answered OK, with the answer. */
export type AnsweredCall<M extends CriMethod = CriMethod> = RecordedCall<M> & {
  readonly endedMs: number;
  readonly outcome: OkOutcome<M>;
};

export type RefusedCall<M extends CriMethod = CriMethod> = RecordedCall<M> & {
  readonly endedMs: number;
  readonly outcome: Refusal;
};

type UnansweredCall<M extends CriMethod> = RecordedCall<M> & { readonly outcome: NoAnswer };

export function isAnswered<M extends CriMethod>(call: RecordedCall<M>): call is AnsweredCall<M> {
  return call.outcome.kind === 'ok';
}

export function isRefused<M extends CriMethod>(call: RecordedCall<M>): call is RefusedCall<M> {
  return call.outcome.kind === 'refused';
}

/** It was not sent, because its object turned out to be somebody else's. */
export function isOnOthers<M extends CriMethod>(call: RecordedCall<M>): call is UnansweredCall<M> {
  return call.outcome.kind === 'unanswered' && call.outcome.reason === 'not-ours';
}

/**
 * The outcome is unknown: no answer, or the recording stops before it. Excludes calls that we cancelled: the
 * runtime had no chance to answer.
 */
export function isUnanswered({ outcome }: RecordedCall): boolean {
  return (outcome.kind === 'unanswered' && outcome.reason !== 'cancelled') || outcome.kind === 'open';
}
