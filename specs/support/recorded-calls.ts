// SPDX-License-Identifier: Apache-2.0
import type { RecordedCall } from '#evidence/call.js';
import { readEvidence } from '#evidence/read/read-evidence.js';

/** Every call of a recording, by number. */
export async function recordedCalls(path: string): Promise<ReadonlyMap<number, RecordedCall>> {
  const found = new Map<number, RecordedCall>();
  for await (const { calls } of (await readEvidence(path)).scenarios) {
    for (const call of calls) found.set(call.seq, call);
  }
  return found;
}
