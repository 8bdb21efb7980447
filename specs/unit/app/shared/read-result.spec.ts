// SPDX-License-Identifier: Apache-2.0
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdirSync } from 'node:fs';
import { readResult, readText } from '#app/shared/read-result.js';
import { clean } from '../../compare/sample.js';
import { Desk, failureOf, header } from '../../evidence/written.js';

let desk: Desk;
beforeEach(() => {
  desk = new Desk();
});
afterEach(() => {
  desk.clear();
});

describe('a result', () => {
  it('is read from its file, or from the directory of a run', async () => {
    const path = desk.write('result.json', `${JSON.stringify(clean, undefined, 2)}\n`);
    expect(await readResult(path)).toEqual(clean);
    expect(await readResult(desk.directory)).toEqual(clean);
  });

  it('that is not there is a usage error with the path', async () => {
    const failure = await failureOf(() => readResult(desk.path('none.json')));
    expect(failure).toMatchObject({ code: 'E-FILE', exit: 2, likely: 'a result was expected there' });
    expect(failure.message).toContain(desk.path('none.json'));
    expect(failure.seen).toContain('ENOENT');
  });

  it('of a run that did not finish is looked for under its name', async () => {
    mkdirSync(desk.path('run'));
    const failure = await failureOf(() => readResult(desk.path('run')));
    expect(failure.message).toContain(desk.path('run/result.json'));
  });

  it.each([
    ['something else', '{"some":"thing"}', 'is not a criprobe result'],
    ['no JSON', 'hello', 'is not JSON'],
    ['a recording', `${JSON.stringify(header)}\n`, 'is a recording, not a result'],
  ])('that is %s is refused and says so', async (_, text, message) => {
    const failure = await failureOf(() => readResult(desk.write('result.json', text)));
    expect(failure).toMatchObject({ code: 'E-RESULT', exit: 2 });
    expect(failure.message).toContain(message);
  });
});

it('reads any text that a person names, and says what it hoped for', async () => {
  const expected = { what: 'a policy', maxBytes: 10 };
  expect(await readText(desk.write('policy.yaml', 'a: 1\n'), expected)).toBe('a: 1\n');
  expect(await failureOf(() => readText(desk.directory, expected))).toMatchObject({
    code: 'E-FILE',
    likely: 'a policy was expected there',
  });
});
