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

const registryImage = z
  .looseObject({
    ...observed,
    of: z.literal('registry-image'),
    facts: z.looseObject({
      reference: z.string(),
      id: z.string().describe('Digest of the configuration for this machine.'),
      digests: z.array(z.string()),
      tags: z.array(z.string()).describe('Full names of the image.'),
      bytes: z.number(),
      user: z.string(),
    }),
  })
  .describe('What our registry serves under a reference.');

const connection = z
  .looseObject({
    ...observed,
    of: z.literal('connection'),
    facts: z.looseObject({
      url: z.string(),
      result: z.enum(['connected', 'failed', 'not-tried']),
      reason: z.string(),
    }),
  })
  .describe('Whether somebody listens where a URL of the runtime points to.');

const file = z
  .looseObject({
    ...observed,
    of: z.literal('file'),
    facts: z.looseObject({
      path: z.string(),
      exists: z.boolean(),
      bytes: z.number(),
      kind: z.string().exactOptional(),
    }),
  })
  .describe('A file that we asked the runtime to write.');

const filesystem = z
  .looseObject({
    ...observed,
    of: z.literal('filesystem'),
    facts: z.looseObject({ mountpoint: z.string(), exists: z.boolean(), capacityBytes: z.number() }),
  })
  .describe('The file system at a mount point that the runtime names, as the node sees it.');

export const observationSchema: z.ZodType<Observation> = z.discriminatedUnion('of', [
  connection,
  file,
  filesystem,
  logFile,
  processes,
  registryImage,
  runtimeLog,
]);
