// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from '@jest/globals';
import type { Failure } from '#base/failure.js';
import { parseResult } from '#results/parse-result.js';
import type { Result } from '#results/result.js';
import { aResult, clean, mixed, ruling, thrownBy } from '../compare/sample.js';

const many = <T>(count: number, make: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => make(at));

describe('parseResult', () => {
  it('reads what a run wrote', () => {
    expect(parseResult(JSON.stringify(mixed), 'r.json')).toEqual(mixed);
  });

  it('ignores keys of a later version', () => {
    expect(parseResult(JSON.stringify({ ...clean, mood: 'fine' }), 'r.json')).toEqual(clean);
  });

  it.each([
    ['', 'r.json is empty.'],
    ['{', 'r.json is not JSON.'],
    ['[]', 'r.json is not a criprobe result.'],
    ['{"type":"header","schemaVersion":1}', 'r.json is a recording, not a result.'],
    ['{"type":"header","schemaVersion":1}\n{"type":"scenario"}\n', 'r.json is a recording, not a result.'],
    [JSON.stringify({ ...clean, schemaVersion: 2 }), 'r.json was written by a newer criprobe.'],
    [JSON.stringify({ ...clean, summary: { ...clean.summary, held: 9 } }), 'r.json contradicts itself.'],
    [
      JSON.stringify({ ...clean, rulings: [...clean.rulings, clean.rulings[0]] }),
      'r.json contradicts itself.',
    ],
    [
      JSON.stringify({
        ...clean,
        rulings: [{ contract: 'a.b.c', level: 'must', verdict: 'fine', calls: [] }],
      }),
      'not a criprobe result',
    ],
  ])('refuses %.40s', (text, message) => {
    const failure = thrownBy(() => parseResult(text, 'r.json'));
    expect(failure).toMatchObject({ code: 'E-RESULT', exit: 2 });
    expect((failure as Error).message).toContain(message);
  });

  it.each<[string, Partial<Result>, RegExp]>([
    ['rulings', aResult(many(50_000, (at) => ruling(`a.b.c${at}`, 'held'))), /^50000 rulings, at most/],
    ['values', { ...clean, ...{ mood: many(1_000_001, () => 0) } }, /^more than 1000000 values$/],
    ['rulings still', aResult(many(2001, (at) => ruling(`a.b.c${at}`, 'held'))), /^2001 rulings, at most/],
    ['of an id', aResult([ruling('x'.repeat(201), 'held')]), /^an id of more/],
    [
      'of a reason',
      aResult([ruling('a.b.c', 'violated', { reason: 'x'.repeat(10_001) })]),
      /^a reason of more/,
    ],
    [
      'of what came',
      aResult([ruling('a.b.c', 'violated', { expected: 'OK', actual: 'x'.repeat(10_001) })]),
      /^a reason of more/,
    ],
    [
      'of reasons',
      aResult(many(250, (at) => ruling(`a.b.c${at}`, 'violated', { reason: 'x'.repeat(9_000) }))),
      /^reasons of 2252250 characters/,
    ],
    ['of a name', aResult([], { version: 'x'.repeat(10_001) }), /^a name of more/],
    ['calls', aResult([ruling('a.b.c', 'held', { calls: many(20_001, (at) => at) })]), /^a ruling with more/],
    [
      'scenarios',
      { ...clean, scenarios: many(10_001, (at) => ({ id: `s${at}`, ms: 0 })) },
      /^10001 scenarios/,
    ],
    ['text', { ...clean, ...{ mood: 'x'.repeat(33 << 20) } }, /characters, a result has at most/],
  ])('refuses too much: %s', (_, result, seen) => {
    const failure = thrownBy(() => parseResult(JSON.stringify(result), 'r.json'));
    expect(failure).toMatchObject({
      code: 'E-RESULT',
      exit: 2,
      message: 'r.json is too large for a result.',
    });
    expect((failure as Failure).seen).toMatch(seen);
  });

  it('reads all that a run may write', () => {
    const why = { expected: 'é'.repeat(4_000), actual: '\u202e'.repeat(4_000) };
    const largest = aResult(
      many(200, (at) => ruling(`a.b.c${at}`, 'violated', { ...why, calls: [1, 2, 3] })),
    );
    expect(parseResult(JSON.stringify(largest), 'r.json')).toEqual(largest);
  });

  it('says which key is wrong', () => {
    const broken = { ...clean, ms: 'soon' };
    const { seen } = thrownBy(() => parseResult(JSON.stringify(broken), 'r.json')) as Failure;
    expect(seen).toContain('ms: ');
  });
});
