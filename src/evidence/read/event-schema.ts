// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import type { EvidenceEvent } from '../event.js';

const message = z.record(z.string(), z.unknown());
const scenario = z.string().max(200);
const atMs = z.number();
const seq = z.int();
const leftOut = z.looseObject({ events: z.number(), bytes: z.number() });

const host = z.looseObject({
  kernel: z.string(),
  arch: z.string(),
  cgroupVersion: z.string(),
  cgroupDriver: z.string(),
  node: z.string(),
  root: z.boolean(),
  lacks: z.array(z.string()),
});

const target = z.looseObject({
  name: z.string(),
  version: z.string(),
  apiVersion: z.enum(['v1', 'v1alpha2']),
  endpoint: z.string(),
  launcher: z.string(),
  cni: z.string(),
  flags: z.string().optional(),
  handlers: z.array(z.string()),
});

const header = z.looseObject({
  evidenceVersion: z.unknown(),
  tool: z.looseObject({ name: z.string(), version: z.string() }),
  run: z.string(),
  selected: z.array(z.string()).optional(),
  startedAtNs: z.string().regex(/^\d{1,24}$/),
  startedAt: z.string(),
  kubelet: z.looseObject({ version: z.string(), pace: z.string() }),
  host,
  target,
});

const outcome = z.discriminatedUnion('kind', [
  z.looseObject({ kind: z.literal('ok'), response: message, raw: z.string() }),
  z.looseObject({ kind: z.literal('ended') }),
  z.looseObject({ kind: z.literal('refused'), code: z.string(), message: z.string() }),
  z.looseObject({ kind: z.literal('unanswered'), reason: z.string(), message: z.string() }),
]);

/** What is read of each kind of line; more may stand there, and there may be kinds that we do not know. */
const schemas: Readonly<Record<EvidenceEvent['type'], z.ZodType>> = {
  header,
  scenario: z.looseObject({ scenario, atMs }),
  'scenario-end': z.looseObject({
    scenario,
    atMs,
    ended: z.enum(['done', 'unsupported', 'stuck']),
    reason: z.string().optional(),
    leftOut: leftOut.optional(),
  }),
  call: z.looseObject({
    seq,
    scenario,
    rpc: z.string(),
    deadlineMs: z.number().nullable(),
    request: message,
    atMs,
  }),
  end: z.looseObject({ seq, atMs, outcome }),
  repeat: z.looseObject({ seq, atMs, of: seq }),
  message: z.looseObject({ seq, atMs, message, raw: z.string() }),
  note: z.looseObject({ scenario, atMs, what: z.string(), facts: message.optional() }),
  sighting: z.looseObject({ scenario, atMs, of: z.string(), name: z.string(), facts: message }),
  footer: z.looseObject({
    atMs,
    ended: z.enum(['done', 'interrupted', 'timeout', 'runtime-gone']),
    leftOut: leftOut.optional(),
  }),
};

/** What is wrong with a line of that type; undefined: nothing. */
export function wrongWith(event: { readonly type: string }): string | undefined {
  if (!Object.hasOwn(schemas, event.type)) return undefined;
  const { success, error } = schemas[event.type as EvidenceEvent['type']].safeParse(event);
  if (success) return undefined;
  const [issue] = error.issues;
  return `${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`;
}
