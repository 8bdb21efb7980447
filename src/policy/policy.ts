// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import { levels } from '#results/levels.js';
import type { Level } from '#contracts/contract.js';
import { type KnownFailing, policyKnownFailingSchema, versionRange } from './known-failing.js';

/** What an operator requires of a runtime before rolling it out. */
export interface Policy {
  readonly apiVersion: 'criprobe/v1';
  readonly kind: 'GatePolicy';
  readonly require: readonly Requirement[];
  readonly allow: { readonly knownFailing: boolean; readonly should?: number };
  readonly regressions?: { readonly max: number; readonly against: 'baseline' };
  readonly minimum: { readonly executed: number; readonly notSkipped: readonly string[] };
  readonly knownFailing: readonly KnownFailing[];
  readonly runtime?: { readonly name?: string; readonly version?: string };
  readonly expireKnownFailing: boolean;
}

export interface Requirement {
  readonly profile: 'core';
  readonly level: Level;
  readonly result: 'success';
}

export const noFloor: string =
  'a policy needs minimum.executed, the number of contracts that must be executed; ' +
  'without it a run that tested nothing would be a "go"';

const minimum = z
  .strictObject(
    {
      executed: z
        .int({ error: ({ input }) => (input === undefined ? noFloor : undefined) })
        .min(1, `must be at least 1: ${noFloor}`)
        .describe('How many contracts must be held or violated.'),
      notSkipped: z
        .array(z.string().min(1))
        .default([])
        .describe('Areas, the first segment of contract ids, in which something must be executed.'),
    },
    { error: ({ input }) => (input === undefined ? noFloor : undefined) },
  )
  .describe('The floor on what was executed. Required.');

const requirement = z.strictObject({
  profile: z.literal('core').describe('Every contract of the suite, until there are more profiles.'),
  level: z.enum(levels).describe('Contracts of this level and stricter ones.'),
  result: z.literal('success').describe('None of them violated, none undecided.'),
});

export const policySchema: z.ZodType<Policy> = z
  .strictObject({
    apiVersion: z.literal('criprobe/v1'),
    kind: z.literal('GatePolicy'),
    require: z.array(requirement).min(1, 'must name at least one requirement'),
    allow: z
      .strictObject({
        knownFailing: z.boolean().default(true).describe('Whether the lines of knownFailing excuse.'),
        should: z.int().min(0).exactOptional().describe('How many unlisted SHOULD contracts may fail.'),
      })
      .default({ knownFailing: true }),
    regressions: z
      .strictObject({ max: z.int().min(0), against: z.literal('baseline').default('baseline') })
      .exactOptional()
      .describe('How many contracts may have held in the --baseline and fail now.'),
    minimum,
    knownFailing: z.array(policyKnownFailingSchema).default([]),
    runtime: z
      .strictObject({ name: z.string().min(1).exactOptional(), version: versionRange.exactOptional() })
      .exactOptional()
      .describe('The runtime the policy is for.'),
    expireKnownFailing: z
      .boolean()
      .default(true)
      .describe('Whether an expired line makes the decision no-go.'),
  })
  .meta({ title: 'criprobe gate policy', description: 'What criprobe gate --policy reads.' });
