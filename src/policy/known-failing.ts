// SPDX-License-Identifier: Apache-2.0
import semver from 'semver';
import { z } from 'zod';

/** A known violation, with the reason to accept it. */
export interface KnownFailing {
  /** Id of a contract. */
  readonly id: string;
  readonly reason: string;
  readonly issue?: string | undefined;
  /** Only for this runtime; `version` is a semver range. */
  readonly when?:
    { readonly runtime?: string | undefined; readonly version?: string | undefined } | undefined;
  /** Violated in some runs only: it may hold, too. */
  readonly intermittent?: boolean | undefined;
  /** The last day (2027-03-31) on which the line counts. */
  readonly expires?: string | undefined;
}

export const versionRange: z.ZodType<string> = z
  .string()
  .refine((text) => semver.validRange(text) !== null, 'is not a version range such as ">=2.0.5 <2.2"')
  .describe('A range of versions as npm writes them.');

const issue = z.string().min(1).describe('The issue that tracks it.');
const expires = z.iso.date().describe('The last day on which the line counts.');

const line = z.strictObject({
  id: z.string().min(1).describe('Id of a contract.'),
  reason: z.string().min(1).describe('Why it is acceptable.'),
  issue: issue.exactOptional(),
  when: z
    .strictObject({ runtime: z.string().min(1).exactOptional(), version: versionRange.exactOptional() })
    .exactOptional()
    .describe('The runtime the line is for; without it, every runtime.'),
  intermittent: z
    .boolean()
    .exactOptional()
    .describe('Whether it is violated in some runs only, so that it may hold.'),
  expires: expires.exactOptional(),
});

/** A line of the config file or of --known-failing. */
export const knownFailingSchema: z.ZodType<KnownFailing> = line;

/** A line of a policy: excusing a failure takes an issue and an expiry date. */
export const policyKnownFailingSchema: z.ZodType<KnownFailing> = line.extend({ issue, expires });
