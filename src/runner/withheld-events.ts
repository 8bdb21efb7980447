// SPDX-License-Identifier: Apache-2.0
import type { EvidenceWriter } from '#evidence/write/evidence-writer.js';
import type { WithheldCall } from '#guard/own-objects.js';

/** Calls also happen before the first and after the last scenario; those that were not sent are evidence. */
const scenario = 'session';

export function writeWithheld(writer: EvidenceWriter, withheld: readonly WithheldCall[]): void {
  if (withheld.length === 0) return;
  writer.append({ type: 'scenario', scenario, atMs: writer.nowMs() });
  for (const { rpc, request, message } of withheld) {
    const [seq, atMs] = [writer.nextSeq(), writer.nowMs()];
    writer.append({ type: 'call', seq, scenario, rpc, deadlineMs: null, request: { ...request }, atMs });
    const outcome = { kind: 'unanswered', reason: 'not-ours', message } as const;
    writer.append({ type: 'end', seq, atMs, outcome });
  }
  writer.append({ type: 'scenario-end', scenario, atMs: writer.nowMs(), ended: 'done' });
}
