// SPDX-License-Identifier: Apache-2.0
import { expect, it } from '@jest/globals';
import type { Contract } from '#contracts/contract.js';
import { held, unexercised, undecided, violated, type Verdict } from '#contracts/verdict.js';
import type { RecordedCall } from '#evidence/call.js';
import { Evidence } from '#evidence/evidence.js';
import type { RuntimeLogLine } from '#evidence/observation.js';
import { createJudge } from '#judge/create-judge.js';
import type { Proof } from '#results/proof.js';
import { header } from '../../support/evidence-literal.js';

const mb = 1 << 20;
const difference = { expected: 'OK', actual: 'UNKNOWN' };

function call(seq: number, request: object = {}, version = '1'): RecordedCall {
  const outcome = { kind: 'ok', response: { version }, raw: '' };
  const times = { deadlineMs: null, beganMs: seq, endedMs: seq + 0.5 };
  return {
    seq,
    scenario: 's',
    rpc: 'Version',
    request,
    ...times,
    outcome,
    messages: [],
  } as unknown as RecordedCall;
}

function played(
  scenario: string,
  calls: readonly RecordedCall[],
  lines: readonly RuntimeLogLine[] = [],
): Evidence {
  const facts = { path: '/x', lines, leftOut: 0 };
  const log = { type: 'observation', of: 'runtime-log', scenario, atMs: 5, name: 'daemon', facts } as const;
  return new Evidence({
    header,
    scenario,
    calls,
    intents: [],
    observations: [log],
    ended: 'done',
  });
}

function contract(id: string, verdicts: Readonly<Record<string, Verdict>>): Contract {
  return {
    id,
    level: 'must',
    since: '0.1.0',
    title: id,
    covers: [],
    check: ({ scenario }) => verdicts[scenario] ?? unexercised('no occasion'),
    reference: { source: 'here', says: 'so' },
    consequence: 'Trouble.',
  };
}

function proofsOf(
  contracts: readonly Contract[],
  ...scenarios: readonly Evidence[]
): readonly (Proof | undefined)[] {
  const judge = createJudge(contracts);
  for (const evidence of scenarios) judge.add(evidence);
  return judge.rulings().map(({ proof }) => proof);
}

const seqsOf = (proof: Proof | undefined): readonly number[] | undefined =>
  proof?.calls.map(({ seq }) => seq);

it('keeps the calls of what is violated or undecided, and of nothing else', () => {
  const story = played('one', [call(1), call(2, { version: 'v1' }), call(3)]);
  const [broken, open, kept] = proofsOf(
    [
      contract('a.b.c', { one: violated([2, 77], difference) }),
      contract('b.b.c', { one: undecided([3], 'no answer') }),
      contract('c.b.c', { one: held([1]) }),
    ],
    story,
  );
  expect(broken?.calls).toEqual([
    {
      seq: 2,
      rpc: 'Version',
      request: { version: 'v1' },
      outcome: { kind: 'ok', response: { version: '1' }, raw: '' },
      atMs: 2,
    },
  ]);
  expect(seqsOf(open)).toEqual([3]);
  expect(kept).toBeUndefined();
});

it('keeps those of the scenario that decides', () => {
  const subject = contract('a.b.c', {
    b: undecided([1], 'no answer'),
    c: violated([2], difference),
    a: violated([3], difference),
  });
  const scenarios = [played('b', [call(1)]), played('c', [call(2)]), played('a', [call(3)])];
  expect(proofsOf([subject], ...scenarios).map(seqsOf)).toEqual([[3]]);
});

it('keeps no more than a page can hold, and a call of several contracts once', () => {
  const calls = Array.from({ length: 40 }, (_, at) => call(at, {}, 'x'.repeat(mb)));
  const all = violated(
    calls.map(({ seq }) => seq),
    difference,
  );
  const proofs = proofsOf(
    [contract('a.b.c', { one: all }), contract('b.b.c', { one: all })],
    played('one', calls),
  );
  expect(proofs.map((proof) => proof?.calls.length)).toEqual([31, 31]);
});

it('has room again for what decides, once another proof is of no use', () => {
  const large = (seq: number): RecordedCall => call(seq, {}, 'x'.repeat(20 * mb));
  const subject = contract('a.b.c', { b: violated([1], difference), a: violated([2], difference) });
  expect(proofsOf([subject], played('b', [large(1)]), played('a', [large(2)])).map(seqsOf)).toEqual([[2]]);
});

it('keeps what the runtime logged of the objects in the calls, and of no others', () => {
  const id = 'ab'.repeat(32);
  const lines = [{ text: `about ${id}` }, { text: `about ${'cd'.repeat(32)}` }];
  const story = played('one', [call(1, { container_id: id }), call(3)], lines);
  const proofs = proofsOf(
    [
      contract('a.b.c', { one: violated([1], difference) }),
      contract('b.b.c', { one: violated([3], difference) }),
    ],
    story,
  );
  expect(proofs.map((proof) => proof?.logLines)).toEqual([[`about ${id}`], []]);
});
