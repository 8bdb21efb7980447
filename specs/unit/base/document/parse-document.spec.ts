// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { parseDocument } from '#base/document/parse-document.js';
import { Failure } from '#base/failure.js';

const schema = z.strictObject({
  rules: z.array(z.strictObject({ level: z.enum(['must', 'should']), max: z.int().optional() })),
});

function complaint(text: string): Failure {
  try {
    parseDocument(text, { file: 'p.yaml', code: 'E-CONFIG', schema, fix: 'see docs/cli.md' });
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
  throw new Error('it was accepted');
}

describe('parseDocument', () => {
  it('reads YAML and JSON alike', () => {
    const rules = [{ level: 'must', max: 2 }];
    const kind = { file: 'p', code: 'E-CONFIG', schema, fix: 'see docs/cli.md' } as const;
    expect(parseDocument('rules:\n  - level: must\n    max: 2\n', kind)).toEqual({ rules });
    expect(parseDocument(JSON.stringify({ rules }), kind)).toEqual({ rules });
  });

  it('points at a wrong value', () => {
    expect(complaint('rules:\n  - level: maybe\n')).toMatchObject({
      code: 'E-CONFIG',
      exit: 2,
      message: 'p.yaml:2:12: rules[0].level: expected must or should, found "maybe"',
      seen: '  - level: maybe\n           ^',
      fix: 'see docs/cli.md',
    });
    expect(complaint('rules:\n  - level: musst\n').fix).toBe('did you mean "must"?');
  });

  it('points at an unknown key and at the known one', () => {
    expect(complaint('rules:\n  - level: must\n    mxa: 2\n')).toMatchObject({
      message: 'p.yaml:3:5: rules[0].mxa: unknown key',
      seen: '    mxa: 2\n    ^',
      fix: 'did you mean "max"?',
    });
    expect(complaint('rules: []\nfrobnicate: 1\n').fix).toBe('known keys: rules');
  });

  it('points around a missing value', () => {
    expect(complaint('rules:\n  - max: 2\n').message).toMatch(/^p\.yaml:2:5: rules\[0\]\.level: /);
  });

  it('counts what else is wrong', () => {
    expect(complaint('rules:\n  - level: a\n  - level: b\n').message).toContain('(and 1 more)');
  });

  it('points at broken syntax', () => {
    expect(complaint('rules: [\n').message).toMatch(/^p\.yaml:\d+:\d+: /);
  });

  it.each([
    ['multiply', `a: &a [x]\nb: &b [${'*a, '.repeat(20)}]\nrules: [${'*b, '.repeat(20)}]\n`, 'p.yaml:2:8: '],
    ['nest in themselves', 'rules: &r [*r]\n', 'p.yaml:1:'],
  ])('points at aliases that %s', (_, text, place) => {
    const failure = complaint(text);
    expect(failure).toMatchObject({ code: 'E-CONFIG', exit: 2 });
    expect(failure.message.startsWith(place)).toBe(true);
  });

  it('names what is nested too deeply', () => {
    expect(complaint(`rules: ${'['.repeat(100_000)}`)).toMatchObject({ code: 'E-CONFIG', exit: 2 });
  });

  it('refuses a key of a later version, with the reason', () => {
    const kind = {
      file: 'p',
      code: 'E-POLICY',
      schema,
      notYet: { bench: 'not measured' },
      fix: 'see',
    } as const;
    expect(() => parseDocument('rules: []\nbench: 1\n', kind)).toThrow(
      'p:2:1: bench: not yet: not measured.',
    );
  });

  it('survives an empty file', () => {
    expect(complaint('').message).toBe('p.yaml:1:1: the file is empty');
  });
});
