// SPDX-License-Identifier: Apache-2.0
import type { Unanswered } from '#cri/outcome.js';

/** The call was not sent: the runtime passes off somebody else's object as ours. */
export function notOurs(rpc: string, why: string): Unanswered {
  return { kind: 'unanswered', reason: 'not-ours', message: `criprobe did not send ${rpc}: ${why}` };
}

/** The call was not sent: nobody can tell whose object it is. */
export function unverified(rpc: string, why: string): Unanswered {
  return { kind: 'unanswered', reason: 'unverified', message: `criprobe did not send ${rpc}: ${why}` };
}
