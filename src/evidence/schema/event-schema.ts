// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import type { StatusName } from '#cri/status-name.js';
import { evidenceSchemaVersion, type EvidenceEvent } from '../event.js';
import { intentSchemas } from './intent-schema.js';
import { observationSchema } from './observation-schema.js';
import { atMs, message, rpc, scenario, seq } from './schema-parts.js';

const host = z.looseObject({
  kernel: z.string(),
  arch: z.string(),
  cgroupVersion: z.enum(['v1', 'v2', 'hybrid', 'none']),
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
  flags: z.string().exactOptional().describe('Flags that select the same target again.'),
  handlers: z.array(z.string()),
  cni: z.string(),
  said: z
    .looseObject({ apiVersion: z.string(), handlers: z.array(message), features: message })
    .exactOptional()
    .describe('What else Version and Status said before the first scenario, as on the wire.'),
});

const header = z
  .looseObject({
    type: z.literal('header'),
    schemaVersion: z.literal(evidenceSchemaVersion),
    tool: z.looseObject({ name: z.string(), version: z.string() }),
    run: z.string(),
    selected: z.array(z.string()).exactOptional().describe('Ids of the selected contracts; absent: all.'),
    startedAtNs: z
      .string()
      .regex(/^\d{1,24}$/)
      .describe('Wall clock at atMs 0, in nanoseconds since 1970.'),
    startedAt: z.string(),
    kubelet: z.looseObject({ version: z.string(), pace: z.string() }),
    host,
    target,
    upgrade: z
      .looseObject({
        to: z.string().describe('A value of --managed, or the flag of the command that brings it.'),
      })
      .exactOptional()
      .describe('The version of the target changes during the run.'),
  })
  .describe('The first line: what ran, where, against what.');

const leftOut = z
  .looseObject({ events: z.number(), bytes: z.number() })
  .exactOptional()
  .describe('What was counted and not written: the rest proves nothing.');

/** Some thousand years. */
const maxStepMs = 1e14;

const clockStep = z
  .looseObject({
    type: z.literal('clock-step'),
    fromMs: atMs.describe('The last time the clock was as before, by a monotonic clock.'),
    atMs,
    byMs: z.number().min(-maxStepMs).max(maxStepMs).describe('Below 0: it went back.'),
  })
  .describe("The node's wall clock was set, or the node slept.");

const began = z
  .looseObject({ type: z.literal('scenario'), scenario, atMs })
  .describe('A scenario begins. Several run in parallel.');

const ended = z
  .looseObject({
    type: z.literal('scenario-end'),
    scenario,
    atMs,
    ended: z
      .enum(['done', 'unsupported', 'stuck'])
      .describe(
        '`unsupported`: the target or host lacks what it needs. `stuck`: a step did not happen in time.',
      ),
    reason: z.string().exactOptional(),
    leftOut,
  })
  .describe('A scenario ends.');

const call = z
  .looseObject({
    type: z.literal('call'),
    seq,
    scenario,
    rpc,
    deadlineMs: z.number().nullable(),
    request: message,
    atMs,
  })
  .describe('A call, written before it is sent.');

const others = {
  others: z
    .array(
      z.looseObject({
        id: z.string(),
        state: z.string(),
        why: z.enum(['listed', 'asked-for', 'watched', 'other-state', 'incomplete', 'not-asked-for']),
      }),
    )
    .exactOptional()
    .describe("Other people's objects, which were removed from the answer."),
  moreOthers: z.number().exactOptional().describe('How many more there were.'),
};
const raw = z
  .string()
  .describe("The answer's bytes in base64; empty if objects were removed from the answer.");
/** Any string: an unknown status counts as a refusal like all others. */
const code = z.string() as unknown as z.ZodType<StatusName>;

const outcome = z.discriminatedUnion('kind', [
  z.looseObject({ kind: z.literal('ok'), response: message, raw, ...others }),
  z.looseObject({ kind: z.literal('ended') }).describe('A stream ended normally.'),
  z.looseObject({ kind: z.literal('refused'), code, message: z.string() }),
  z.looseObject({
    kind: z.literal('unanswered'),
    reason: z.enum(['client-deadline', 'cancelled', 'connection-lost', 'not-ours', 'unverified']),
    message: z.string(),
  }),
]);

const end = z
  .looseObject({ type: z.literal('end'), seq, atMs, outcome })
  .describe('The end of a call. A call without one was open when the recording stopped.');

const repeat = z
  .looseObject({ type: z.literal('repeat'), seq, atMs, of: seq })
  .describe('The end of a call whose answer equals that of an earlier call of its scenario, byte for byte.');

const streamed = z
  .looseObject({ type: z.literal('message'), seq, atMs, message, raw, ...others })
  .describe('A message of a stream.');

const note = z
  .looseObject({
    type: z.literal('note'),
    scenario,
    atMs,
    what: z.string(),
    facts: message.exactOptional(),
  })
  .describe('What criprobe did and why, for people. No contract reads it.');

const footer = z
  .looseObject({
    type: z.literal('footer'),
    atMs,
    ended: z.enum(['done', 'interrupted', 'timeout', 'runtime-gone']),
    leftOut,
  })
  .describe('The last line. Absent if criprobe was killed.');

const schemas: { readonly [T in EvidenceEvent['type']]: z.ZodType<Extract<EvidenceEvent, { type: T }>> } = {
  header,
  'clock-step': clockStep,
  scenario: began,
  'scenario-end': ended,
  call,
  end,
  repeat,
  message: streamed,
  ...intentSchemas,
  observation: observationSchema,
  note,
  footer,
};

/** One line of a recording; schema/evidence.v1.schema.json. */
export const evidenceSchema: z.ZodType<EvidenceEvent> = z.union(Object.values(schemas)).meta({
  title: 'criprobe evidence',
  description:
    'One line of an evidence.jsonl. Readers ignore unknown keys and types of lines, so that a later version may add some.',
});

/** What is wrong with a line of that type; undefined: nothing. Unknown types are allowed. */
export function wrongWith(event: { readonly type: string }): string | undefined {
  if (!Object.hasOwn(schemas, event.type)) return undefined;
  const { success, error } = schemas[event.type as EvidenceEvent['type']].safeParse(event);
  if (success) return undefined;
  const [issue] = error.issues;
  return `${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`;
}
