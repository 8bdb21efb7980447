// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import type { Observation } from '../observation.js';
import { atMs, scenario } from './schema-parts.js';

const observed = { type: z.literal('observation'), scenario, name: z.string(), atMs };
const container = z.string().describe('Id of the container.');

const logFile = z
  .looseObject({
    ...observed,
    of: z.literal('log-file'),
    facts: z.looseObject({
      path: z.string(),
      container,
      exists: z.boolean(),
      content: z.string(),
      bytes: z.number(),
      rotated: z.boolean().exactOptional().describe('It is the file that a scenario renamed.'),
      kind: z.string().exactOptional().describe('What it is, if not a regular file.'),
    }),
  })
  .describe("A container's log file on the node, named after its container.");

const processes = z
  .looseObject({
    ...observed,
    of: z.literal('process'),
    facts: z.looseObject({ container, count: z.int() }),
  })
  .describe('How many processes of a container are alive, named after its container.');

const runtimeLog = z
  .looseObject({
    ...observed,
    of: z.literal('runtime-log'),
    facts: z.looseObject({
      path: z.string(),
      lines: z.array(z.looseObject({ at: z.string().exactOptional(), text: z.string() })),
      leftOut: z.int().describe('How many more lines there were.'),
    }),
  })
  .describe("What the runtime's own log says about the scenario's objects.");

export const observationSchema: z.ZodType<Observation> = z.discriminatedUnion('of', [
  logFile,
  processes,
  runtimeLog,
]);
