// SPDX-License-Identifier: Apache-2.0
import * as z from 'zod';
import type { KnownFailing } from '#policy/known-failing.js';

/** A line of the config file or of --known-failing; a policy asks for more of its lines (src/policy/policy.ts). */
export const knownFailingSchema: z.ZodType<KnownFailing> = z.strictObject({
  id: z.string().min(1),
  reason: z.string().min(1),
  issue: z.string().optional(),
  when: z.strictObject({ runtime: z.string().optional(), version: z.string().optional() }).optional(),
  intermittent: z.boolean().optional(),
  expires: z.iso.date().optional(),
});

export const knownFailingFileSchema: z.ZodType<readonly KnownFailing[]> = z.array(knownFailingSchema);
