// SPDX-License-Identifier: Apache-2.0
import type { Tape } from '#evidence/write/evidence-writer.js';
import type { Withheld } from '#guard/own-objects.js';

/** Before the first scenario and after the last there are calls, too; those that were not sent are evidence. */
const scenario = 'session';

export function writeWithheld(tape: Tape, withheld: readonly Withheld[]): void {
  if (withheld.length === 0) return;
  tape.append({ type: 'scenario', scenario, atMs: tape.nowMs() });
  for (const { rpc, request, message } of withheld) {
    const [seq, atMs] = [tape.nextSeq(), tape.nowMs()];
    tape.append({ type: 'call', seq, scenario, rpc, deadlineMs: null, request: { ...request }, atMs });
    const outcome = { kind: 'unanswered', reason: 'not-ours', message } as const;
    tape.append({ type: 'end', seq, atMs, outcome });
  }
  tape.append({ type: 'scenario-end', scenario, atMs: tape.nowMs(), ended: 'done' });
}
