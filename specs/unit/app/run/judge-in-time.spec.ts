// SPDX-License-Identifier: Apache-2.0
import { expect, it } from '@jest/globals';
import { judgeInTime } from '#app/run/judge-in-time.js';
import type { Contract } from '#contracts/contract.js';
import { held, type Verdict } from '#contracts/verdict.js';
import { createJudge } from '#judge/create-judge.js';
import { evidenceOf } from '../../../support/evidence-literal.js';

const contract = (id: string, check: () => Verdict): Contract => ({
  id,
  level: 'must',
  since: '0.1.0',
  title: id,
  consequence: 'none',
  covers: [],
  check,
  reference: { source: 'none', says: 'nothing' },
});
const evidence = evidenceOf((story) => story);
const endless = (): Verdict => {
  for (let turn = 0; turn >= 0; turn = (turn + 1) % 1000);
  return held([]);
};

const said = (contracts: readonly Contract[], tooLate: AbortSignal): Promise<readonly string[]> => {
  const judge = createJudge(contracts, (_, id) => id !== 'd');
  return judgeInTime(judge, evidence, tooLate).then(() =>
    judge
      .rulings()
      .map(({ verdict }) => ('reason' in verdict ? `${verdict.kind}: ${verdict.reason}` : verdict.kind)),
  );
};

it('gives up a check that does not end, and judges the others', async () => {
  const contracts = [contract('a', () => held([1])), contract('b', endless), contract('c', () => held([1]))];
  const reason = 'undecided: the evidence is too large for this check';
  expect(await said(contracts, new AbortController().signal)).toEqual(['held', reason, 'held']);
});

it('hears between two contracts that it is too late', async () => {
  const interrupted = new AbortController();
  const slow = (): Verdict => {
    setImmediate(() => {
      interrupted.abort();
    });
    for (const endMs = performance.now() + 60; performance.now() < endMs;);
    return held([1]);
  };
  const contracts = ['a', 'b', 'c', 'd'].map((id) => contract(id, slow));
  const up = 'judging ran out of time';
  expect(await said(contracts, interrupted.signal)).toEqual([
    'held',
    `undecided: ${up}`,
    `undecided: ${up}`,
    `unexercised: ${up}`,
  ]);
});
