// SPDX-License-Identifier: Apache-2.0
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { statSync } from 'node:fs';
import type { EvidenceEvent } from '#evidence/event.js';
import { openEvidenceWriter } from '#evidence/write/evidence-writer.js';
import { answered, began, call, Desk, ended, eventsIn, header, readAll } from '../written.js';

let desk: Desk;
beforeEach(() => {
  desk = new Desk();
});
afterEach(() => {
  desk.clear();
});

const large = (text: string): Readonly<Record<string, unknown>> => ({ version: text.repeat(10_000) });

function recorded(...events: readonly EvidenceEvent[]): string {
  const path = desk.path('evidence.jsonl');
  const writer = openEvidenceWriter(path);
  for (const event of [header, ...events]) writer.append(event);
  writer.close();
  return path;
}

const asked = (seq: number, scenario: string, response: Readonly<Record<string, unknown>>) => [
  call(seq, scenario),
  answered(seq, response),
];

it('writes a large answer of a scenario once, and reads it as the answer of each call that got it', async () => {
  const path = recorded(
    began('one'),
    ...asked(1, 'one', large('a')),
    ...Array.from({ length: 100 }, (_, more) => asked(more + 2, 'one', large('a'))).flat(),
    ended('one'),
  );
  expect(statSync(path).size).toBeLessThan(40_000);
  expect(eventsIn(path)[5]).toEqual({ type: 'repeat', seq: 2, atMs: 2.5, of: 1 });

  const { scenarios } = await readAll(path);
  const [one] = scenarios;
  expect(one?.calls.map(({ outcome, endedMs }) => [outcome, endedMs])).toEqual(
    Array.from({ length: 101 }, (_, at) => [{ kind: 'ok', response: large('a'), raw: '' }, at + 1.5]),
  );
});

it('writes what is small, other, or of another scenario each time', () => {
  const path = recorded(
    began('one'),
    began('two'),
    ...asked(1, 'one', large('a')),
    ...asked(2, 'two', large('a')),
    ...asked(3, 'one', large('b')),
    ...asked(4, 'one', { version: 'small' }),
    ...asked(5, 'one', { version: 'small' }),
  );
  expect(eventsIn(path).filter(({ type }) => type === 'repeat')).toEqual([]);
});

it('reads a call as without an end when the answer it names is not there', async () => {
  const repeat: EvidenceEvent = { type: 'repeat', seq: 2, atMs: 3, of: 1 };
  const path = desk.write('cut.jsonl', header, began('one'), call(2, 'one'), repeat, ended('one'));
  const { scenarios } = await readAll(path);
  expect(scenarios[0]?.calls[0]?.outcome).toEqual({ kind: 'open' });
});
