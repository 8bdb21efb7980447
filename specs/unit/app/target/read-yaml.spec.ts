// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { parseYaml } from '#app/target/read-yaml.js';
import { configSchema } from '#app/target/config.js';
import { Failure } from '#base/failure.js';

const schema = z.strictObject({
  rules: z.array(z.strictObject({ level: z.enum(['must', 'should']), max: z.int().optional() })),
});

function complaint(text: string): Failure {
  try {
    parseYaml({ file: 'p.yaml', text }, schema);
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
  throw new Error('it was accepted');
}

describe('parseYaml', () => {
  it('reads YAML and JSON alike', () => {
    const rules = [{ level: 'must', max: 2 }];
    expect(parseYaml({ file: 'p', text: 'rules:\n  - level: must\n    max: 2\n' }, schema)).toEqual({
      rules,
    });
    expect(parseYaml({ file: 'p', text: JSON.stringify({ rules }) }, schema)).toEqual({ rules });
  });

  it('points at a wrong value', () => {
    expect(complaint('rules:\n  - level: maybe\n')).toMatchObject({
      code: 'E-CONFIG',
      exit: 2,
      message: expect.stringMatching(/^p\.yaml:2:12: rules\[0\]\.level: Invalid option/) as unknown,
      seen: '  - level: maybe\n           ^',
    });
  });

  it('points at an unknown key and at the known one', () => {
    expect(complaint('rules:\n  - level: must\n    mxa: 2\n')).toMatchObject({
      message: 'p.yaml:3:5: rules[0].mxa: unknown key',
      seen: '    mxa: 2\n    ^',
      fix: 'did you mean "max"?',
    });
    expect(complaint('rules: []\nfrobnicate: 1\n').fix).toBe('known here: rules');
  });

  it('points around a missing value', () => {
    expect(complaint('rules:\n  - max: 2\n').message).toMatch(/^p\.yaml:2:5: rules\[0\]\.level: /);
  });

  it('counts what else is wrong', () => {
    expect(complaint('rules:\n  - level: a\n  - level: b\n').message).toContain('(1 of 2 problems)');
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

  it('survives an empty file', () => {
    expect(complaint('').message).toMatch(/^p\.yaml:1:1: /);
  });
});

describe('the config schema', () => {
  it('reads durations into milliseconds', () => {
    const text = 'apiVersion: criprobe/v1\nkind: Config\ntimeouts: { connect: 2s, rpc: 1m30s }\n';
    expect(parseYaml({ file: 'c', text }, configSchema).timeouts).toEqual({ connect: 2_000, rpc: 90_000 });
  });

  it('reads sizes into bytes', () => {
    const head = 'apiVersion: criprobe/v1\nkind: Config\n';
    const sized = (size: string): string => `${head}execution: { maxEvidence: ${size} }\n`;
    expect(parseYaml({ file: 'c', text: sized('1.5GB') }, configSchema).execution).toEqual({
      maxEvidence: 1_500_000_000,
    });
    expect(() => parseYaml({ file: 'c', text: sized('much') }, configSchema)).toThrow(/"much" is no size/);
  });

  it('knows its keys below lists and sections', () => {
    const head = 'apiVersion: criprobe/v1\nkind: Config\n';
    const fixOf = (more: string): string => {
      try {
        parseYaml({ file: 'c', text: head + more }, configSchema);
      } catch (error) {
        return (error as Failure).fix;
      }
      throw new Error('it was accepted');
    };
    expect(fixOf('targets: [{ nmae: a, managed: reference }]\n')).toBe('did you mean "name"?');
    expect(fixOf('timeouts: { everything: 2s }\n')).toBe('known here: connect, waitReady, rpc, global');
  });

  it('wants an endpoint or a managed spec, not both', () => {
    const text =
      'apiVersion: criprobe/v1\nkind: Config\ntargets: [{ name: a, managed: reference, runtimeEndpoint: /x }]\n';
    expect(() => parseYaml({ file: 'c', text }, configSchema)).toThrow(
      'expected either runtimeEndpoint or managed',
    );
  });
});
