// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import type { CleanupRules } from './cleanup-kind.js';
import type { CleanupStep } from './cleanup-step.js';
import type { LedgerEntry, LedgerHead } from './ledger-entry.js';
import { podUid, socketEndpoint } from './step-schemas.js';

/** Only steps that we would write, at places where we would. Whatever else a ledger names is ignored. */
function stepSchema(state: string, { kinds, ...shared }: CleanupRules): z.ZodType<CleanupStep> {
  return z.union(kinds.map((kind) => kind.schema({ state, ...shared })));
}

/** For a ledger in that state directory, by the rules of every launcher that may have written it. */
export function ledgerEntrySchema(state: string, rules: CleanupRules): z.ZodType<LedgerEntry> {
  return z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('step'), step: stepSchema(state, rules) }),
    z.object({ kind: z.literal('pod-uid'), uid: podUid }),
    z.object({ kind: z.literal('others'), ids: z.array(z.string().regex(/^[\x21-\x7e]{1,128}$/)) }),
    // Our own registry, which listens on loopback.
    z.object({ kind: z.literal('image-prefix'), prefix: z.string().regex(/^127\.0\.0\.1:\d{1,5}\/.+\/$/) }),
    z.object({
      kind: z.literal('endpoint'),
      endpoint: socketEndpoint,
      imageEndpoint: socketEndpoint,
      owned: z.boolean(),
    }),
  ]);
}

export const ledgerHeadSchema: z.ZodType<LedgerHead> = z.object({
  run: z.string().regex(/^[\w-]+$/),
  pid: z.int().min(1),
  startTicks: z.string(),
  place: z.object({ boot: z.string(), processes: z.string() }).optional(),
  startedAt: z.string(),
  namespace: z.string(),
});
