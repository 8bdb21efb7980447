// SPDX-License-Identifier: Apache-2.0
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { EvidenceEvent } from '#evidence/event.js';
import { answered, began, call, Desk, ended, failureOf, header, readAll } from '../written.js';

let desk: Desk;
beforeEach(() => {
  desk = new Desk();
});
afterEach(() => {
  desk.clear();
});

const step = (scenario: string, parameters: Readonly<Record<string, unknown>> = {}): EvidenceEvent => ({
  type: 'step',
  scenario,
  atMs: 2,
  nth: 1,
  name: 'x',
  parameters,
});
const empties = (count: number): readonly object[] => Array.from({ length: count }, () => ({}));
const many = (count: number, make: (at: number) => readonly EvidenceEvent[]): readonly EvidenceEvent[] =>
  Array.from({ length: count }, (_, at) => make(at)).flat();

/** Of `much`, in whose story the lines are, and of one beside it. */
async function endsOf(...lines: readonly (EvidenceEvent | string)[]): Promise<readonly string[]> {
  const path = desk.write('evidence.jsonl', header, began('much'), began('beside'), ...lines);
  const { scenarios } = await readAll(path);
  return scenarios.map(
    ({ scenario, ended: how, calls, intents }) => `${scenario} ${how} ${calls.length + intents.length}`,
  );
}
const ends = [step('beside'), ended('much'), ended('beside')];

describe('of a scenario nothing is held, and the others are read,', () => {
  const forgotten = ['much stuck 0', 'beside done 1'];

  it('when it has too many values for its letters', async () => {
    const lines = many(4, () => [step('much', { a: empties(100_000) })]);
    expect(await endsOf(...lines.slice(0, 2), ...ends)).toEqual(['much done 2', 'beside done 1']);
    expect(await endsOf(...lines, ...ends)).toEqual(forgotten);
  });

  it('when it has more lines than any story', async () => {
    const lines = many(4000, (at) => [call(at, 'much'), answered(at)]);
    expect(await endsOf(...lines.slice(0, 4000), ...ends)).toEqual(['much done 2000', 'beside done 1']);
    expect(await endsOf(...lines, ...ends)).toEqual(forgotten);
  });

  it('when a long answer is repeated again and again', async () => {
    const first = [call(1, 'much'), answered(1, { items: empties(1000) })];
    const lines = many(1200, (at) => [call(at + 2, 'much'), { type: 'repeat', seq: at + 2, atMs: 3, of: 1 }]);
    expect(await endsOf(...first, ...lines.slice(0, 100), ...ends)).toEqual([
      'much done 51',
      'beside done 1',
    ]);
    expect(await endsOf(...first, ...lines, ...ends)).toEqual(forgotten);
  });

  it.each<[string, readonly EvidenceEvent[]]>([
    ['a step', [step('much', { a: empties(400_000) })]],
    ['a call', [call(1, 'much', { request: { a: empties(400_000) } })]],
    ['an answer', [call(1, 'much'), answered(1, { a: empties(400_000) })]],
    ['a long text', [step('much', { a: 'x'.repeat(30 << 20) })]],
  ])('when a single line is too much: %s', async (_, lines) => {
    expect(await endsOf(...lines, ...ends)).toEqual(forgotten);
  });

  it('when all that is under way is too much together', async () => {
    const lines = many(4, (at) => [step(`big-${at}`, { a: empties(150_000) })]);
    const path = desk.write('evidence.jsonl', header, ...lines, ...many(4, (at) => [ended(`big-${at}`)]));
    const { scenarios } = await readAll(path);
    expect(scenarios.map(({ ended: how }) => how)).toEqual(['done', 'done', 'done', 'stuck']);
  });
});

it('texts full of brackets are no values', async () => {
  const text = '[{},"\\'.repeat(2_000_000);
  expect(await endsOf(step('much', { text }), ...ends)).toEqual(['much done 1', 'beside done 1']);
});

describe('a recording is refused', () => {
  it.each([
    [
      'a line with more values than ours have',
      `{"scenario":"much","type":"note","a":[${'{},'.repeat(700_000)}{}]}\n`,
    ],
    ['a header with more', `${JSON.stringify({ ...header, zz: empties(700_000) })}\n`],
    ['a type that is none', `{"type":"oversized","of":{"seq":1,"scenario":${'['.repeat(700_000)}\n`],
    ['an id without end', `${JSON.stringify(began('x'.repeat(201)))}\n`],
  ])('for %s', async (_, line) => {
    const failure = await failureOf(() => endsOf(line, ...ends));
    expect(failure).toMatchObject({ code: 'E-EVIDENCE', exit: 2 });
    expect(failure.seen).toContain('line 4 is not an event');
  });

  it('for more scenarios than anybody plays', async () => {
    const failure = await failureOf(() => endsOf(...many(10_001, (at) => [ended(`s${at}`)])));
    expect(failure.seen).toBe('more than 10000 scenarios');
  });
});

it('a line of a type that is none is passed over, whatever stands in it', async () => {
  expect(await endsOf('{"type":"oversized","of":null}\n', ...ends)).toEqual(['much done 0', 'beside done 1']);
});
