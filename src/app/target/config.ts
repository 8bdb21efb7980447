// SPDX-License-Identifier: Apache-2.0
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { parseByteSize } from '#base/text/byte-size.js';
import { parseDuration } from '#base/text/duration.js';
import { refuseOthersWords } from '#files/refuse-untrusted.js';
import type { DaemonCommands } from '#launchers/external/external-daemon.js';
import { type KnownFailing, knownFailingSchema } from '#policy/known-failing.js';
import { reporters, type Reporter } from '../shared/output-options.js';
import type { Io } from '../shared/use-case.js';

export interface ConfiguredTarget {
  readonly name: string;
  readonly runtimeEndpoint?: string | undefined;
  readonly imageEndpoint?: string | undefined;
  readonly runtimeHandler?: string | undefined;
  readonly managed?: string | undefined;
  readonly stopCommand?: string | undefined;
  readonly startCommand?: string | undefined;
  readonly restartCommand?: string | undefined;
  readonly crashCommand?: string | undefined;
}

/** criprobe.yaml: what the flags say when nobody says it. Durations are read into milliseconds, sizes into bytes. */
export interface Config {
  readonly apiVersion: 'criprobe/v1';
  readonly kind: 'Config';
  readonly targets?: readonly ConfiguredTarget[] | undefined;
  readonly select?: { readonly skip?: readonly string[] | undefined } | undefined;
  readonly timeouts?: Timeouts | undefined;
  readonly execution?:
    { readonly workers?: number | undefined; readonly maxEvidence?: number | undefined } | undefined;
  readonly knownFailing?: readonly KnownFailing[] | undefined;
  readonly reports?:
    { readonly output?: string | undefined; readonly formats?: readonly Reporter[] | undefined } | undefined;
}

interface Timeouts {
  readonly connect?: number | undefined;
  readonly waitReady?: number | undefined;
  readonly rpc?: number | undefined;
  readonly global?: number | undefined;
}

const quantity = (parse: (text: string) => number | undefined, isNot: string): z.ZodType<number> =>
  z.string().transform((text, context) => {
    const value = parse(text);
    if (value !== undefined) return value;
    context.addIssue({ code: 'custom', message: `"${text}" ${isNot}` });
    return z.NEVER;
  });

const duration = quantity(parseDuration, 'is no duration: expected something like 2s, 500ms or 1m30s');
const byteSize = quantity(parseByteSize, 'is no size: expected something like 500MB or 1.5GB');

const command = z.string().min(1).optional();

const target = z
  .strictObject({
    name: z.string().min(1),
    runtimeEndpoint: z.string().optional(),
    imageEndpoint: z.string().optional(),
    runtimeHandler: z.string().optional(),
    managed: z.string().optional(),
    stopCommand: command,
    startCommand: command,
    restartCommand: command,
    crashCommand: command,
  })
  .refine(({ runtimeEndpoint, managed }) => (runtimeEndpoint === undefined) !== (managed === undefined), {
    message: 'expected either runtimeEndpoint or managed',
  })
  .refine((one) => one.managed === undefined || Object.keys(commandsOf(one)).length === 0, {
    message: 'commands are for a runtime that is there: a managed one is stopped and started by criprobe',
  });

/** How the owner of a target makes its runtime go and come back. */
export function commandsOf(target: ConfiguredTarget): DaemonCommands {
  const { stopCommand: stop, startCommand: start, restartCommand: restart, crashCommand: crash } = target;
  const all = Object.entries({ stop, start, restart, crash });
  return Object.fromEntries(all.filter(([, command]) => command !== undefined));
}

export const configSchema: z.ZodType<Config> = z.strictObject({
  apiVersion: z.literal('criprobe/v1'),
  kind: z.literal('Config'),
  targets: z.array(target).optional(),
  select: z.strictObject({ skip: z.array(z.string()).optional() }).optional(),
  timeouts: z
    .strictObject({
      connect: duration.optional(),
      waitReady: duration.optional(),
      rpc: duration.optional(),
      global: duration.optional(),
    })
    .optional(),
  execution: z
    .strictObject({ workers: z.int().min(1).optional(), maxEvidence: byteSize.optional() })
    .optional(),
  knownFailing: z.array(knownFailingSchema).optional(),
  reports: z
    .strictObject({
      output: z.string().optional(),
      formats: z.array(z.enum(reporters)).optional(),
    })
    .optional(),
});

const configNames: readonly string[] = ['criprobe.yaml', 'criprobe.json'];

/** Reads the named file, or the one in the directory, or says there is none. */
export async function loadConfig(
  file: string | undefined,
  { cwd, signal }: Pick<Io, 'cwd' | 'signal'>,
): Promise<Config | undefined> {
  const path = file ?? configNames.map((name) => join(cwd, name)).find((name) => existsSync(name));
  if (path === undefined) return undefined;
  // It names commands and binaries: its words are done.
  refuseOthersWords(path, `The config file ${path}`);
  const { readYaml } = await import('./read-yaml.js');
  return readYaml(path, configSchema, signal);
}
