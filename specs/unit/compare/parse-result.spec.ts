// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from '@jest/globals';
import type { Failure } from '#base/failure.js';
import { parseResult } from '#compare/parse-result.js';
import { clean, mixed, thrownBy } from './sample.js';

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
    ['{"type":"header","evidenceVersion":1}', 'r.json is a recording, not a result.'],
    ['{"type":"header","evidenceVersion":1}\n{"type":"scenario"}\n', 'r.json is a recording, not a result.'],
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

  it('says which key is wrong', () => {
    const broken = { ...clean, ms: 'soon' };
    const { seen } = thrownBy(() => parseResult(JSON.stringify(broken), 'r.json')) as Failure;
    expect(seen).toContain('ms: ');
  });
});
