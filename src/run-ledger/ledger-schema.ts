// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import type { LedgerEntry, LedgerHead } from './ledger-entry.js';
import type { Trace } from './trace.js';

const traceSchema: z.ZodType<Trace> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('process-group'), pid: z.int().min(2), startTicks: z.string().min(1) }),
  z.object({ kind: z.literal('directory'), path: z.string() }),
  z.object({
    kind: z.literal('container'),
    socket: z.string(),
    name: z.string(),
    directory: z.string(),
  }),
  z.object({ kind: z.literal('container-image'), socket: z.string(), name: z.string() }),
  z.object({ kind: z.literal('bridge'), name: z.string() }),
  z.object({ kind: z.literal('cgroup'), path: z.string() }),
  z.object({ kind: z.literal('pod-cgroups'), uids: z.array(z.string().min(1)) }),
  z.object({ kind: z.literal('shared-cgroup'), path: z.string() }),
  z.object({
    kind: z.literal('shim-sockets'),
    state: z.string(),
    forgotten: z.object({ socket: z.string(), log: z.string() }).optional(),
  }),
  z.object({ kind: z.literal('crio-cgroups'), directory: z.string() }),
  z.object({ kind: z.literal('layer-cache'), path: z.string() }),
  z.object({ kind: z.literal('files'), folder: z.string(), mentioning: z.string().min(2) }),
  z.object({ kind: z.literal('note'), path: z.string() }),
  z.object({ kind: z.literal('empty-directory'), path: z.string() }),
  z.object({
    kind: z.literal('away'),
    command: z.string().min(1),
    cwd: z.string(),
    endpoint: z.string(),
    running: z.object({ pid: z.int().min(2), startTicks: z.string().min(1) }).optional(),
  }),
  z.object({ kind: z.literal('back'), endpoint: z.string() }),
  z.object({
    kind: z.literal('setting'),
    path: z.string(),
    value: z.string(),
    beside: z.array(z.string()).optional(),
  }),
]);

export const ledgerEntrySchema: z.ZodType<LedgerEntry> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('trace'), trace: traceSchema }),
  z.object({ kind: z.literal('pod-uid'), uid: z.string().min(1) }),
  z.object({ kind: z.literal('others'), prints: z.array(z.string()) }),
  z.object({ kind: z.literal('image-prefix'), prefix: z.string().min(1) }),
  z.object({
    kind: z.literal('endpoint'),
    endpoint: z.string(),
    imageEndpoint: z.string(),
    owned: z.boolean(),
  }),
]);

export const ledgerHeadSchema: z.ZodType<LedgerHead> = z.object({
  run: z.string().min(1),
  pid: z.int(),
  startTicks: z.string(),
  place: z.object({ boot: z.string(), processes: z.string() }).optional(),
  startedAt: z.string(),
  namespace: z.string(),
});
