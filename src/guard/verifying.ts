// SPDX-License-Identifier: Apache-2.0
import type { CallOptions } from '#cri/client/client.js';
import type { NoAnswer } from '#cri/outcome.js';

/** A slower status does not tell whose object it is. */
const maxDeadlineMs = 30_000;

/** For the read before a change: it gets the change's deadline and signal. */
export function readOptions({ deadlineMs, signal }: CallOptions): CallOptions {
  return { deadlineMs: Math.min(deadlineMs ?? maxDeadlineMs, maxDeadlineMs), ...(signal && { signal }) };
}

/** The call was not sent: the runtime passes off somebody else's object as ours. */
export function notOurs(rpc: string, why: string): NoAnswer {
  return { kind: 'unanswered', reason: 'not-ours', message: `criprobe did not send ${rpc}: ${why}` };
}

/** The call was not sent: we cannot tell whose object it is. */
export function unverified(rpc: string, why: string): NoAnswer {
  return { kind: 'unanswered', reason: 'unverified', message: `criprobe did not send ${rpc}: ${why}` };
}
