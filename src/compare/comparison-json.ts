// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import type { Level } from '#contracts/contract.js';
import type { VerdictKind } from '#contracts/verdict.js';
import type { Result, ResultRuling } from '#results/result.js';
import {
  countedDifferences,
  divergences,
  featureDifferences,
  type ComparedContract,
  type Comparison,
  type DifferenceFilter,
} from './compare-results.js';
import { type FailOn, failOnChoices } from '#results/fail-on.js';
import { whyRows } from '#results/why-text.js';
import {
  levelSchema,
  summarySchema,
  targetSchema,
  toolSchema,
  verdictSchema,
  whySchema,
} from '#results/result-schema.js';

/** What `compare --json` prints; schema/compare.v1.schema.json. */
export interface ComparisonJson {
  readonly schemaVersion: 1;
  readonly targets: readonly {
    readonly name: string;
    readonly target: Result['target'];
    readonly tool: Result['tool'];
    readonly summary: Result['summary'];
  }[];
  readonly contracts: readonly ComparedJson[];
  /** The contracts whose verdicts differ, at any level, with the reasons. */
  readonly divergent: readonly ExplainedJson[];
  /** The contracts whose feature only some of the targets have, at any level, with the reasons. */
  readonly features: readonly ExplainedJson[];
  readonly failOn: FailOn;
  /** `features` count like `divergent`. */
  readonly failOnFeatures: boolean;
  /** No difference counts at `failOn`. */
  readonly ok: boolean;
}

/** Why a contract does not hold: expected and actual if violated, otherwise the reason. */
type Why = Pick<ResultRuling, 'expected' | 'actual' | 'reason'>;

interface ComparedJson {
  readonly contract: string;
  readonly level: Level;
  readonly verdicts: Readonly<Record<string, VerdictKind>>;
}

interface ExplainedJson extends ComparedJson {
  readonly reasons: Readonly<Record<string, Why>>;
}

export function comparisonJson(comparison: Comparison, counted: DifferenceFilter): ComparisonJson {
  return {
    schemaVersion: 1,
    targets: comparison.targets.map(({ name, result: { target, tool, summary } }) => ({
      name,
      target,
      tool,
      summary,
    })),
    contracts: comparison.contracts.map(comparedJson),
    divergent: divergences(comparison).map(explainedJson),
    features: featureDifferences(comparison).map(explainedJson),
    failOn: counted.failOn,
    failOnFeatures: counted.features ?? false,
    ok: countedDifferences(comparison, counted).length === 0,
  };
}

function explainedJson(compared: ComparedContract): ExplainedJson {
  return { ...comparedJson(compared), reasons: reasonsOf(compared) };
}

function comparedJson({ contract, level, rulings }: ComparedContract): ComparedJson {
  const verdicts = Object.fromEntries([...rulings].map(([name, { verdict }]) => [name, verdict]));
  return { contract, level, verdicts };
}

function reasonsOf({ rulings }: ComparedContract): Readonly<Record<string, Why>> {
  return Object.fromEntries(
    [...rulings].flatMap(([name, ruling]) => (whyRows(ruling).length > 0 ? [[name, whyOf(ruling)]] : [])),
  );
}

function whyOf({ expected, actual, reason }: ResultRuling): Why {
  return {
    ...(expected !== undefined && { expected }),
    ...(actual !== undefined && { actual }),
    ...(reason !== undefined && { reason }),
  };
}

const compared = { contract: z.string(), level: levelSchema, verdicts: z.record(z.string(), verdictSchema) };
const explained = z.object({ ...compared, reasons: z.record(z.string(), whySchema) });

export const comparisonSchema: z.ZodType<ComparisonJson> = z
  .object({
    schemaVersion: z.literal(1),
    targets: z.array(
      z.object({
        name: z.string(),
        target: targetSchema,
        tool: toolSchema,
        summary: summarySchema,
      }),
    ),
    contracts: z.array(z.object(compared)),
    divergent: z.array(explained).describe('The contracts whose verdicts differ, at any level.'),
    features: z
      .array(explained)
      .describe('The contracts whose feature only some of the targets have, at any level.'),
    failOn: z.enum(failOnChoices),
    failOnFeatures: z.boolean().describe('A difference of features counts as a divergence.'),
    ok: z.boolean().describe('No difference counts at failOn.'),
  })
  .meta({ title: 'criprobe comparison', description: 'What criprobe compare --json prints.' });
