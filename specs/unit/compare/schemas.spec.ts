// SPDX-License-Identifier: Apache-2.0
import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { z } from 'zod';
import { compareResults } from '#compare/compare-results.js';
import { comparisonJson, comparisonSchema } from '#compare/comparison-json.js';
import { resultSchema } from '#results/result-schema.js';
import { decide } from '#policy/decide.js';
import { gateJson, gateSchema } from '#policy/gate-json.js';
import { parsePolicy } from '#policy/parse-policy.js';
import { policySchema } from '#policy/policy.js';
import { clean, mixed } from './sample.js';

const schemas: Readonly<Record<string, z.ZodType>> = {
  result: resultSchema,
  policy: policySchema,
  compare: comparisonSchema,
  gate: gateSchema,
};

const pathOf = (name: string): string => `schema/${name}.v1.schema.json`;

function generated(name: string, schema: z.ZodType): string {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io: 'input', reused: 'inline' });
  return `${JSON.stringify({ $schema, $id: `urn:criprobe:schema:${name}:v1`, ...rest }, undefined, 2)}\n`;
}

function validator(name: string): (value: unknown) => boolean {
  const ajv = new Ajv2020({ strict: true, validateFormats: false });
  return ajv.compile(JSON.parse(readFileSync(pathOf(name), 'utf8')) as object) as (value: unknown) => boolean;
}

describe('the published schemas', () => {
  it.each(Object.entries(schemas))('%s is what the code checks (write: UPDATE_SCHEMAS=1)', (name, schema) => {
    const text = generated(name, schema);
    if (process.env['UPDATE_SCHEMAS'] === '1') writeFileSync(pathOf(name), text);
    expect(JSON.parse(readFileSync(pathOf(name), 'utf8'))).toEqual(JSON.parse(text));
  });

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
  ])('result refuses %s', (_, broken) => {
    expect(validator('result')(JSON.parse(JSON.stringify(broken)))).toBe(false);
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
