// SPDX-License-Identifier: Apache-2.0
import type { CallOptions } from '#cri/client/client.js';

/** A status that takes longer says nothing about whose object it is. */
const maxDeadlineMs = 30_000;

/** For the read before a change: it takes no longer than the change may, and is given up with it. */
export function readOptions({ deadlineMs, signal }: CallOptions): CallOptions {
  return { deadlineMs: Math.min(deadlineMs ?? maxDeadlineMs, maxDeadlineMs), ...(signal && { signal }) };
}
