// SPDX-License-Identifier: Apache-2.0
import type { CriClient } from '#cri/client/client.js';
import type { RequestOf, ResponseOf, UnaryMethod } from '#cri/methods.js';
import type { Outcome } from '#cri/outcome.js';
import type { Traits } from '../versions/traits.js';
import { deadlineMs } from './deadline.js';

/** The response, or why there is none. `code`: the gRPC status, or why there was no answer. */
type Answer<M extends UnaryMethod> =
  | { readonly ok: true; readonly response: ResponseOf<M> }
  | { readonly ok: false; readonly code: string; readonly message: string };

export type RuntimeCall = <M extends UnaryMethod>(method: M, request: RequestOf<M>) => Promise<Answer<M>>;

/** Calls with the deadlines of a kubelet, all abandoned with one signal. */
export function runtimeCalls(cri: CriClient, signal: AbortSignal, traits: Traits): RuntimeCall {
  return async (method, request) => {
    const options = { deadlineMs: deadlineMs(method, request, traits), signal };
    return answerOf(await cri.call(method, request, options));
  };
}

function answerOf<M extends UnaryMethod>(outcome: Outcome<M>): Answer<M> {
  switch (outcome.kind) {
    case 'ok':
      return { ok: true, response: outcome.response };
    case 'refused':
      return { ok: false, code: outcome.code, message: outcome.message };
    case 'unanswered':
      return { ok: false, code: outcome.reason, message: outcome.message };
  }
}
