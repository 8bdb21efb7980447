// SPDX-License-Identifier: Apache-2.0
import { fails } from '#results/fails.js';
import type { Evidence } from '#evidence/evidence.js';
import { readEvidence } from '#evidence/read/read-evidence.js';
import type { Result, ResultRuling } from '#results/result.js';
import type { ReportedCall } from '#report/html/call.js';
import type { HtmlLogLine } from '#report/html/html-view.js';

/** What proves what went wrong, taken from the recording; little, however long it is. */
export interface Proof {
  readonly callsBySeq: ReadonlyMap<number, ReportedCall>;
  /** What the runtime's own log says of the objects in these calls, by contract. */
  readonly logLines: ReadonlyMap<string, readonly HtmlLogLine[]>;
}

/** Of all calls that a page shows; where a runtime floods us the rest is in the recording only. */
const maxProofLength = 32 << 20;

export async function proofOf(path: string, { rulings }: Result, tooLate?: AbortSignal): Promise<Proof> {
  const wrong = rulings.filter(fails);
  const wanted = new Set(wrong.flatMap(({ calls }) => calls));
  const callsBySeq = new Map<number, ReportedCall>();
  const logLines = new Map<string, readonly HtmlLogLine[]>();
  if (wanted.size === 0) return { callsBySeq, logLines };
  const { scenarios } = await readEvidence(path, tooLate);
  let room = maxProofLength;
  for await (const evidence of scenarios) {
    for (const { seq, rpc, request, outcome, beganMs } of evidence.calls.filter((call) =>
      wanted.has(call.seq),
    )) {
      const { length } = JSON.stringify([request, outcome]);
      if (length > room) continue;
      room -= length;
      callsBySeq.set(seq, { rpc, request, outcome, atMs: beganMs });
    }
    for (const ruling of wrong.filter(({ scenario }) => scenario === evidence.scenario)) {
      const lines = linesOn(ruling, evidence, callsBySeq);
      if (lines.length > 0) logLines.set(ruling.contract, lines);
    }
  }
  return { callsBySeq, logLines };
}

/** Enough to see what the runtime made of it. */
const mostLines = 15;

function linesOn(
  { calls }: ResultRuling,
  evidence: Evidence,
  callsBySeq: ReadonlyMap<number, ReportedCall>,
): readonly HtmlLogLine[] {
  const all = evidence.runtimeLogLines();
  if (all.length === 0) return [];
  const text = JSON.stringify(calls.map((seq) => callsBySeq.get(seq)));
  const ids = new Set(text.match(/\b[0-9a-f]{64}\b/g) ?? []);
  return all.filter((line) => [...ids].some((id) => line.text.includes(id))).slice(0, mostLines);
}
