// SPDX-License-Identifier: Apache-2.0
import { runtimeIdsNotOfOthers } from '#contracts/runtime/ids/not-of-others.js';
import { isOnOthers } from '#evidence/call.js';
import type { RecordingHeader, OmittedEvidence } from '#evidence/event.js';
import { readEvidence } from '#evidence/read/read-evidence.js';
import { createJudge } from '#judge/create-judge.js';
import { makeResult } from '#judge/make-result.js';
import type { Proof } from '#results/proof.js';
import type { Result } from '#results/result.js';
import { judgeInTime } from './judge-in-time.js';
import { ofRuns } from './catalogue.js';
import type { Work } from './select.js';

export interface Judgement {
  readonly result: Result;
  readonly header: RecordingHeader;
  /** Evidence that did not fit. */
  readonly leftOut: OmittedEvidence | undefined;
  /** Why calls were not sent: they concerned somebody else's objects. */
  readonly notOurs: readonly string[];
  /** By contract, for violated and undecided ones. */
  readonly proofs: ReadonlyMap<string, Proof>;
}

/**
 * A runtime that mixes up objects is not conformant, whichever contracts were selected. Shown only if
 * violated.
 */
const alwaysJudged = runtimeIdsNotOfOthers;

/**
 * Judges a recording, one scenario after another; keeps in memory only scenarios that ran at the same time.
 * What has not been read when time is up is not evidence.
 */
export async function judgeRecording(
  path: string,
  { contracts: catalogue, scenarios }: Work,
  tooLate: AbortSignal = new AbortController().signal,
): Promise<Judgement> {
  const promised = new Map<string, ReadonlySet<string>>(
    scenarios.map(({ id, exercises }) => [id, new Set(exercises)]),
  );
  const reader = await readEvidence(path, tooLate);
  const { selected } = reader.header;
  const asked = selected ?? ofRuns.contracts.map(({ id }) => id);
  const contracts = catalogue.filter(({ id }) => asked.includes(id));
  const judge = createJudge(
    contracts.includes(alwaysJudged) ? contracts : [...contracts, alwaysJudged],
    (scenario, contract) => promised.get(scenario)?.has(contract) ?? false,
  );
  const times: { id: string; ms: number }[] = [];
  const notOurs = new Set<string>();
  for await (const evidence of reader.scenarios) {
    await judgeInTime(judge, evidence, tooLate);
    for (const call of evidence.calls) if (isOnOthers(call)) notOurs.add(call.outcome.message);
    const { scenario: id, beganMs, endedMs = beganMs } = evidence;
    times.push({ id, ms: endedMs - beganMs });
  }
  const { header } = reader;
  const { atMs: ms = 0, leftOut } = reader.footer() ?? {};
  const rulings = judge
    .rulings()
    .filter(({ contract, verdict }) => contracts.includes(contract) || verdict.kind === 'violated');
  const result = makeResult({ header, rulings, scenarios: times, ms });
  const proofs = new Map(
    rulings.flatMap(({ contract, proof }) => (proof === undefined ? [] : [[contract.id, proof]])),
  );
  return { header, leftOut, notOurs: [...notOurs], result, proofs };
}
