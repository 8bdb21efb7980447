// SPDX-License-Identifier: Apache-2.0
import type { CriClient } from '#cri/client/client.js';
import type { RequestOf, ResponseOf, UnaryMethod } from '#cri/methods.js';
import type { Outcome } from '#cri/outcome.js';
import type { Traits } from '../versions/traits.js';
import { deadlineMs } from './deadline.js';

/** A call's answer, or why there is none. `code` is the gRPC status, or how the call went unanswered. */
type Answer<M extends UnaryMethod> =
  | { readonly ok: true; readonly response: ResponseOf<M> }
  | { readonly ok: false; readonly code: string; readonly message: string };

export type RuntimeCall = <M extends UnaryMethod>(method: M, request: RequestOf<M>) => Promise<Answer<M>>;

/** The socket as the kubelet uses it: its own deadlines, and everything given up together. */
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
