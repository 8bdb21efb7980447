// SPDX-License-Identifier: Apache-2.0
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { reportedCalls } from '#app/reported-calls.js';
import { aResult, ruling } from '../compare/sample.js';
import { answered, began, call, Desk, ended, header } from '../evidence/written.js';

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
  const found = await reportedCalls(desk.write('evidence.jsonl', ...story), result);
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
  expect(await reportedCalls(desk.path('not there.jsonl'), result)).toEqual(new Map());
});

it('are left out when the recording does not have them', async () => {
  const result = aResult([ruling('sandbox.run.ready', 'violated', { calls: [77] })]);
  expect(await reportedCalls(desk.write('evidence.jsonl', ...story), result)).toEqual(new Map());
});
