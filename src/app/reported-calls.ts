// SPDX-License-Identifier: Apache-2.0
import { fails } from '#compare/fails.js';
import { readEvidence } from '#evidence/read-evidence.js';
import type { Result } from '#judge/result.js';
import type { ReportedCall } from '#report/html/call.js';

/** The calls that prove what went wrong, taken from the recording; few, however long it is. */
export async function reportedCalls(
  path: string,
  { rulings }: Result,
): Promise<ReadonlyMap<number, ReportedCall>> {
  const wanted = new Set(rulings.filter(fails).flatMap(({ calls }) => calls));
  const found = new Map<number, ReportedCall>();
  if (wanted.size === 0) return found;
  const { scenarios } = await readEvidence(path);
  for await (const { calls } of scenarios) {
    for (const { seq, rpc, request, outcome, beganMs } of calls) {
      if (wanted.has(seq)) found.set(seq, { rpc, request, outcome, atMs: beganMs });
    }
  }
  return found;
}
