// SPDX-License-Identifier: Apache-2.0
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { proofOf } from '#app/run/proof-of.js';
import { aResult, ruling } from '../../compare/sample.js';
import { answered, began, call, Desk, ended, header } from '../../evidence/written.js';

let desk: Desk;
beforeEach(() => {
  desk = new Desk();
});
afterEach(() => {
  desk.clear();
});

const story = [
  ...[
    header,
    began('one'),
    began('two'),
    call(1, 'one'),
    call(2, 'two', { request: { version: 'v1' } }),
    call(3, 'one'),
  ],
  ...[answered(2, { version: '1' }), answered(1), ended('two'), ended('one')],
];

it('are those that violated and undecided rulings name, from whichever scenario', async () => {
  const result = aResult([
    ruling('sandbox.run.ready', 'violated', { calls: [2] }),
    ruling('image.list.order', 'undecided', { calls: [3] }),
    ruling('container.exit.code', 'held', { calls: [1] }),
  ]);
  const { callsBySeq: found } = await proofOf(desk.write('evidence.jsonl', ...story), result);
  expect([...found.keys()].sort()).toEqual([2, 3]);
  expect(found.get(2)).toEqual({
    rpc: 'Version',
    request: { version: 'v1' },
    outcome: { kind: 'ok', response: { version: '1' }, raw: '' },
    atMs: 2,
  });
  expect(found.get(3)?.outcome).toEqual({ kind: 'open' });
});

it('are none, without a look at the recording, when nothing went wrong', async () => {
  const result = aResult([ruling('container.exit.code', 'held', { calls: [1] })]);
  expect((await proofOf(desk.path('not there.jsonl'), result)).callsBySeq).toEqual(new Map());
});

it('are left out when the recording does not have them', async () => {
  const result = aResult([ruling('sandbox.run.ready', 'violated', { calls: [77] })]);
  expect((await proofOf(desk.write('evidence.jsonl', ...story), result)).callsBySeq).toEqual(new Map());
});

it('are no more than a page can hold', async () => {
  const seqs = Array.from({ length: 40 }, (_, at) => at + 1);
  const flood = seqs.flatMap((seq) => [
    call(seq, 'one'),
    answered(seq, { version: `${seq}`.padEnd(1 << 20, 'x') }),
  ]);
  const path = desk.write('flood.jsonl', header, began('one'), ...flood, ended('one'));
  const result = aResult([ruling('sandbox.run.ready', 'violated', { calls: seqs, scenario: 'one' })]);
  expect((await proofOf(path, result)).callsBySeq.size).toBe(31);
});

it('come with what the runtime logged of the objects in them, and of no others', async () => {
  const id = 'ab'.repeat(32);
  const lines = [{ text: `about ${id}` }, { text: `about ${'cd'.repeat(32)}` }];
  const facts = { path: '/x', lines, leftOut: 0 };
  const sighting = {
    type: 'observation',
    scenario: 'one',
    atMs: 5,
    of: 'runtime-log',
    name: 'daemon',
    facts,
  } as const;
  const result = aResult([
    ruling('container.exit.code', 'violated', { calls: [1], scenario: 'one' }),
    ruling('sandbox.run.ready', 'violated', { calls: [3], scenario: 'one' }),
  ]);
  const one = [
    header,
    began('one'),
    call(1, 'one', { request: { container_id: id } }),
    call(3, 'one'),
    sighting,
  ];
  const { logLines } = await proofOf(desk.write('evidence.jsonl', ...one, ended('one')), result);
  expect([...logLines]).toEqual([['container.exit.code', [lines[0]]]]);
});
