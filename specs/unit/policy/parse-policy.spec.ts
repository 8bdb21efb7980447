// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import type { Failure } from '#base/failure.js';
import { parsePolicy } from '#policy/parse-policy.js';
import { thrownBy } from '../compare/sample.js';

const least = `apiVersion: criprobe/v1
kind: GatePolicy
require: [{ profile: core, level: must, result: success }]
minimum: { executed: 3 }
`;

const failureOf = (text: string): Failure => thrownBy(() => parsePolicy(text, 'p.yaml')) as Failure;

describe('parsePolicy', () => {
  it('fills in what is not said', () => {
    expect(parsePolicy(least, 'p.yaml')).toEqual({
      apiVersion: 'criprobe/v1',
      kind: 'GatePolicy',
      require: [{ profile: 'core', level: 'must', result: 'success' }],
      minimum: { executed: 3, notSkipped: [] },
      allow: { knownFailing: true },
      knownFailing: [],
      expireKnownFailing: true,
    });
  });

  it.each([
    ['gate-policy.yaml', 3],
    ['upgrade-policy.yaml', 2],
  ])('reads the example %s', (file, should) => {
    expect(parsePolicy(readFileSync(`examples/${file}`, 'utf8'), file).allow.should).toBe(should);
  });

  it('reads JSON as well', () => {
    expect(
      parsePolicy(JSON.stringify(parsePolicy(least, 'p.yaml'), undefined, '\t'), 'p.json').minimum.executed,
    ).toBe(3);
  });

  it.each([
    ['no floor', least.replace(/minimum.*/u, ''), '1:1: minimum: a policy needs minimum.executed'],
    ['no executed', least.replace('{ executed: 3 }', '{}'), '4:1: minimum.executed: a policy needs'],
    ['a floor of nothing', least.replace('3', '0'), '4:22: minimum.executed: must be at least 1'],
    ['bench', `${least}bench: []\n`, '5:1: bench: not yet: timings are not measured yet'],
    ['flaky', `${least}flaky: { max: 2 }\n`, '5:1: flaky: not yet: runs are not repeated'],
    [
      'another profile',
      least.replace('core', 'kata'),
      '3:22: require[0].profile: expected core, found "kata"',
    ],
    ['another kind', least.replace('GatePolicy', 'Config'), '2:7: kind: expected GatePolicy, found "Config"'],
    ['a wrong type', `${least}allow: { should: few }\n`, '5:18: allow.should: expected number, found "few"'],
    ['a bad range', `${least}runtime: { version: new }\n`, '5:21: runtime.version: is not a version range'],
    [
      'a bad date',
      `${least}knownFailing: [{ id: a, reason: b, issue: c, expires: 2027-02-30 }]\n`,
      'expected a date',
    ],
    [
      'no issue',
      `${least}knownFailing: [{ id: a, reason: b, expires: 2027-03-31 }]\n`,
      '5:16: knownFailing[0].issue: is required',
    ],
    ['broken YAML', `${least}allow: { should: 1\n`, 'p.yaml:6:1: '],
    ['the same key twice', `${least}kind: GatePolicy\n`, 'p.yaml:5:1: Map keys must be unique'],
    ['nothing', '# only words\n', '1:1: the file is empty'],
    ['a list', '- 1\n', '1:1: expected object, found a list'],
    ['an alias to nothing', `${least}allow: *gone\n`, 'gone'],
  ])('refuses %s and points at it', (_, text, message) => {
    const failure = failureOf(text);
    expect(failure).toMatchObject({ code: 'E-POLICY', exit: 2 });
    expect(failure.message).toContain(message);
  });

  it('shows the line and guesses what was meant', () => {
    const failure = failureOf(`${least}knownfailing: []\n`);
    expect(failure.message).toBe('p.yaml:5:1: knownfailing: unknown key');
    expect(failure.seen).toBe('knownfailing: []\n^');
    expect(failure.fix).toBe('did you mean "knownFailing"?');
    expect(failureOf(least.replace('level', 'leval')).fix).toBe('did you mean "level"?');
    expect(failureOf(least.replace('must', 'muts')).fix).toBe('did you mean "must"?');
    expect(failureOf(`${least}allow: { everything: true }\n`).fix).toBe('known keys: knownFailing, should');
  });

  it('counts the other complaints', () => {
    expect(failureOf(`${least}allow: { should: -1, knownFailing: 3 }\n`).message).toContain('(and 1 more)');
  });
});
