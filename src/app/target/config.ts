// SPDX-License-Identifier: Apache-2.0
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { refuseOthersWords } from '#files/refuse-untrusted.js';
import type { DaemonCommands } from '#launchers/external/external-daemon.js';
import { type KnownFailing, knownFailingSchema } from '#policy/known-failing.js';
import { valueTypes, type ValueTypes } from './value-types.js';
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

/** criprobe.yaml: values for flags that were not given. Durations are read into milliseconds, sizes into bytes. */
export interface Config {
  readonly targets?: readonly ConfiguredTarget[] | undefined;
  readonly knownFailing?: readonly KnownFailing[] | undefined;
  /** What flags say as well, by key: `timeouts.rpc`. Those that the file does not have are absent. */
  readonly settings: ReadonlyMap<string, unknown>;
}

/** What is read at a key of the config file that a flag mirrors; a list: one of these words. */
export type SettingType = keyof ValueTypes | 'text' | 'boolean' | readonly string[];

/** By key: `timeouts.rpc`. */
export type SettingTypes = Readonly<Record<string, SettingType>>;

function settingSchema(type: SettingType): z.ZodType {
  if (typeof type !== 'string') return z.enum(type);
  if (type === 'text') return z.string();
  if (type === 'boolean') return z.boolean();
  const { choices, setting } = valueTypes[type];
  return choices === undefined ? (setting?.(z) ?? argument(type)) : z.enum(choices);
}

/** Written as on the command line. */
function argument(type: keyof ValueTypes): z.ZodType {
  const { read, expected = '' } = valueTypes[type];
  return z.string().transform((text, context) => {
    const value = read?.(text, undefined);
    if (value !== undefined) return value;
    context.addIssue({ code: 'custom', message: `expected ${expected}, found "${text}"` });
    return z.NEVER;
  });
}

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

/** What criprobe.yaml may hold. */
export function configSchema(settings: SettingTypes): z.ZodType<Config> {
  return z
    .strictObject({
      apiVersion: z.literal('criprobe/v1'),
      kind: z.literal('Config'),
      targets: z.array(target).optional(),
      ...sectionsOf(settings),
      knownFailing: z.array(knownFailingSchema).optional(),
    })
    .transform(({ targets, knownFailing, ...rest }) => ({
      targets,
      knownFailing,
      settings: settingsIn(rest),
    }));
}

/** `timeouts.rpc` is the key rpc of the section timeouts. Which sections there are shows at run time only. */
function sectionsOf(settings: SettingTypes): object {
  const shapes = new Map<string, Record<string, z.ZodType>>();
  for (const [path, type] of Object.entries(settings)) {
    const [section = '', key = ''] = path.split('.');
    shapes.set(section, { ...shapes.get(section), [key]: settingSchema(type).optional() });
  }
  return Object.fromEntries(
    [...shapes].map(([section, shape]) => [section, z.strictObject(shape).optional()]),
  );
}

function settingsIn(sections: Readonly<Record<string, unknown>>): ReadonlyMap<string, unknown> {
  const entries = Object.entries(sections).flatMap(([section, keys]) =>
    typeof keys === 'object' && keys !== null
      ? Object.entries(keys).map(([key, value]) => [`${section}.${key}`, value] as const)
      : [],
  );
  return new Map<string, unknown>(entries);
}

const configNames: readonly string[] = ['criprobe.yaml', 'criprobe.json'];

/** Reads the named file, or the one in the directory, or says there is none. */
export async function loadConfig(
  file: string | undefined,
  settings: SettingTypes,
  { cwd, signal }: Pick<Io, 'cwd' | 'signal'>,
): Promise<Config | undefined> {
  const path = file ?? configNames.map((name) => join(cwd, name)).find((name) => existsSync(name));
  if (path === undefined) return undefined;
  // It names commands and binaries: its words are done.
  refuseOthersWords(path, `The config file ${path}`);
  const { readYaml } = await import('./read-yaml.js');
  return readYaml(path, configSchema(settings), signal);
}
