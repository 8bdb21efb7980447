// SPDX-License-Identifier: Apache-2.0
import * as z from 'zod';

/** A violation somebody knows of and has a reason to live with. */
export interface KnownFailing {
  /** Id of a contract. */
  readonly id: string;
  readonly reason: string;
  readonly issue?: string | undefined;
  /** Only on this runtime; `version` is a semver range. */
  readonly when?:
    { readonly runtime?: string | undefined; readonly version?: string | undefined } | undefined;
  /** Date (2027-03-31) after which it no longer counts. */
  readonly expires?: string | undefined;
}

export const knownFailingSchema: z.ZodType<KnownFailing> = z.strictObject({
  id: z.string().min(1),
  reason: z.string().min(1),
  issue: z.string().optional(),
  when: z.strictObject({ runtime: z.string().optional(), version: z.string().optional() }).optional(),
  expires: z.iso.date().optional(),
});

export const knownFailingFileSchema: z.ZodType<readonly KnownFailing[]> = z.array(knownFailingSchema);
