// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { compareResults } from '#compare/compare-results.js';
import { comparisonJson } from '#compare/comparison-json.js';
import { decide } from '#policy/decide.js';
import { gateJson } from '#policy/gate-json.js';
import { parsePolicy } from '#policy/parse-policy.js';
import { clean, mixed } from '../unit/compare/sample.js';

function validator(name: string): (value: unknown) => boolean {
  const ajv = new Ajv2020({ strict: true, validateFormats: false });
  return ajv.compile(JSON.parse(readFileSync(`schema/${name}.v1.schema.json`, 'utf8')) as object) as (
    value: unknown,
  ) => boolean;
}

describe('the published schemas', () => {
  it('result accepts results', () => {
    const valid = validator('result');
    expect(valid(clean)).toBe(true);
    expect(valid(mixed)).toBe(true);
  });

  it.each([
    ['another version', { ...clean, schemaVersion: 2 }],
    ['no target', { ...clean, target: undefined }],
    ['a count below zero', { ...clean, summary: { ...clean.summary, held: -1 } }],
    ['no count of undecided', { ...clean, summary: { ...clean.summary, undecided: undefined } }],
    ['a verdict nobody knows', { ...clean, rulings: [{ ...clean.rulings[0], verdict: 'passed' }] }],
    ['a level nobody knows', { ...clean, rulings: [{ ...clean.rulings[0], level: 'MUST' }] }],
    ['calls that are no numbers', { ...clean, rulings: [{ ...clean.rulings[0], calls: ['1'] }] }],
    ['a scenario without time', { ...clean, scenarios: [{ id: 'x' }] }],
    ['what was expected as a number', { ...clean, rulings: [{ ...clean.rulings[0], expected: 1 }] }],
  ])('result refuses %s', (_, broken) => {
    expect(validator('result')(JSON.parse(JSON.stringify(broken)))).toBe(false);
  });

  it('evidence accepts every line of a recording, and no other', () => {
    const valid = validator('evidence');
    const lines = readFileSync('specs/fixtures/evidence/0.1.0.jsonl', 'utf8').trim().split('\n');
    const events = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(events.filter((event) => !valid(event))).toEqual([]);
    const withoutTime = events
      .filter(({ type }) => type !== 'header')
      .map((event) => ({ ...event, atMs: undefined }));
    expect(withoutTime.filter(valid)).toEqual([]);
    expect(valid({ ...events[0], schemaVersion: 2 })).toBe(false);
  });

  it('compare and gate accept what is printed', () => {
    const comparison = compareResults([
      { name: 'a', result: clean },
      { name: 'b', result: mixed },
    ]);
    expect(validator('compare')(comparisonJson(comparison, { failOn: 'must' }))).toBe(true);
    const policy = parsePolicy(readFileSync('examples/gate-policy.yaml', 'utf8'), 'gate-policy.yaml');
    const input = { result: mixed, baseline: clean, today: '2026-11-20' };
    expect(validator('gate')(gateJson(decide(policy, input), { ...input, policyFile: 'p.yaml' }))).toBe(true);
  });
});
