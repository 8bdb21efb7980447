// SPDX-License-Identifier: Apache-2.0
import type { Header } from '#evidence/event.js';
import { readEvidence } from '#evidence/read-evidence.js';
import { createJudge } from '#judge/judge.js';
import { makeResult } from '#judge/make-result.js';
import type { Result } from '#judge/result.js';
import type { Work } from './select.js';

export interface Judged {
  readonly result: Result;
  readonly header: Header;
}

/** Judges a recording, one scenario after another; never more of it in memory than ran at the same time. */
export async function judgeRecording(path: string, { contracts: shelf, scenarios }: Work): Promise<Judged> {
  const promised = new Map(scenarios.map(({ id, exercises }) => [id, exercises]));
  const reader = await readEvidence(path);
  const { selected } = reader.header;
  const contracts = shelf.filter(({ id }) => selected?.includes(id) ?? true);
  const judge = createJudge(contracts, { promised: (scenario) => promised.get(scenario) ?? [] });
  for await (const evidence of reader.scenarios) judge.add(evidence);
  const { header } = reader;
  return { header, result: makeResult(header, judge, reader.footer()) };
}
