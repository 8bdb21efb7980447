// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import type { Result, ResultRuling } from './result.js';
import { levels } from './levels.js';
import { verdictKinds } from './verdict-kinds.js';

const count = z.int().min(0);
const ruling = z.object({
  contract: z.string().min(1).describe('Id of the contract, subject.action.rule; never renamed.'),
  level: z.enum(levels),
  verdict: z.enum(verdictKinds),
  expected: z.string().exactOptional().describe('What the contract asks for; of what is violated.'),
  actual: z.string().exactOptional().describe('What came instead; of what is violated.'),
  reason: z.string().exactOptional().describe('Why, in one sentence; of what is neither held nor violated.'),
  scenario: z.string().exactOptional().describe('The scenario whose evidence decided.'),
  calls: z.array(count).describe('Sequence numbers of the evidence on which the verdict rests.'),
});

export const verdictSchema: z.ZodType<Result['rulings'][number]['verdict']> = ruling.shape.verdict;
export const toolSchema: z.ZodType<Result['tool']> = z.object({ name: z.string(), version: z.string() });
export const targetSchema: z.ZodType<Result['target']> = z.object({
  name: z.string(),
  version: z.string(),
  endpoint: z.string(),
});
export const summarySchema: z.ZodType<Result['summary']> = z.object({
  held: count,
  violated: count,
  undecided: count,
  unexercised: count,
  unsupported: count,
});
/** Why a contract does not hold. */
export const whySchema: z.ZodType<Pick<ResultRuling, 'expected' | 'actual' | 'reason'>> = ruling.pick({
  expected: true,
  actual: true,
  reason: true,
});
export const levelSchema: z.ZodType<Result['rulings'][number]['level']> = ruling.shape.level;

/** Readers ignore unknown keys, so that a later version may add some. */
export const resultSchema: z.ZodType<Result> = z
  .object({
    schemaVersion: z.literal(1),
    tool: toolSchema.describe('What wrote the result.'),
    target: targetSchema.describe('The runtime as it introduced itself, and where.'),
    summary: summarySchema.describe('How many rulings there are of each verdict.'),
    rulings: z.array(ruling).describe('One entry per contract of the run.'),
    scenarios: z.array(z.object({ id: z.string(), ms: z.number().min(0) })),
    ms: z.number().min(0).describe('Wall time of the run in milliseconds.'),
  })
  .meta({ title: 'criprobe result', description: 'What criprobe run --json prints and result.json holds.' });
