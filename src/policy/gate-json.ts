// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import { summarySchema, targetSchema, toolSchema } from '#results/result-schema.js';
import type { Result } from '#results/result.js';
import type { GateDecision } from './decide.js';
import type { RuleOutcome } from './rule-outcome.js';

/** Output of `gate --json` and content of --verdict-file; schema/gate.v1.schema.json. */
export interface GateJson {
  readonly schemaVersion: 1;
  readonly go: boolean;
  readonly policy: string;
  readonly today: string;
  readonly tool: Result['tool'];
  readonly target: Result['target'];
  readonly baseline?: Result['target'];
  readonly summary: Result['summary'];
  readonly rules: readonly RuleOutcome[];
  readonly reasons: readonly string[];
}

export interface GateContext {
  /** Path of the policy, as given. */
  readonly policyFile: string;
  readonly result: Result;
  readonly baseline?: Result | undefined;
  readonly today: string;
}

export function gateJson(decision: GateDecision, context: GateContext): GateJson {
  const { policyFile, result, baseline, today } = context;
  return {
    schemaVersion: 1,
    go: decision.go,
    policy: policyFile,
    today,
    tool: result.tool,
    target: result.target,
    ...(baseline && { baseline: baseline.target }),
    summary: result.summary,
    rules: decision.rules,
    reasons: decision.reasons,
  };
}

export const gateSchema: z.ZodType<GateJson> = z
  .object({
    schemaVersion: z.literal(1),
    go: z.boolean(),
    policy: z.string().describe('Path of the policy, as given.'),
    today: z.iso.date().describe('The date that expiry was checked against.'),
    tool: toolSchema,
    target: targetSchema,
    baseline: targetSchema.exactOptional(),
    summary: summarySchema,
    rules: z.array(
      z.object({
        rule: z.string().describe('Key of the rule in the policy, for instance require.must.'),
        title: z.string(),
        ok: z.boolean(),
        detail: z.string(),
        reasons: z.array(z.string()).describe('Why it is broken; empty when ok.'),
        notes: z.array(z.string()),
      }),
    ),
    reasons: z.array(z.string()).describe('The reasons of all broken rules; empty when go.'),
  })
  .meta({ title: 'criprobe gate verdict', description: 'What criprobe gate --json prints.' });
