// SPDX-License-Identifier: Apache-2.0
import type { Config, SettingType } from '#app/target/config.js';
import { defaultTarget, type TargetOptions } from '#app/target/target-options.js';
import type { Io } from '#app/shared/use-case.js';
import { configuredValues, optionsFrom, type Flag, type FlagValues } from './flag.js';
import { layered } from './layered.js';
import type { daemonFlags } from './shared-flags.js';
import { kubeletFlags, sharedFlags, targetFlags } from './shared-flags.js';

/** The config file, if there is one. Its reader is loaded only then. */
export async function configFor(
  { config }: FlagValues<typeof targetFlags>,
  io: Io,
): Promise<Config | undefined> {
  const { loadConfig } = await import('#app/target/config.js');
  const { CRIPROBE_CONFIG: named } = io.env;
  return loadConfig(config ?? (named === '' ? undefined : named), settingTypes(sharedFlags), io);
}

/** The settings that the config file may use instead of flags. */
export function settingTypes(flags: readonly Flag[]): Readonly<Record<string, SettingType>> {
  return Object.fromEntries(
    flags.flatMap((flag) => (flag.config === undefined ? [] : [[flag.config, settingType(flag)] as const])),
  );
}

function settingType({ flags, parse, choices }: Flag): SettingType {
  return parse ?? choices ?? (flags.includes('<') ? 'text' : 'boolean');
}

const optionFlags = [...targetFlags, ...kubeletFlags] as const;

export type TargetValues = FlagValues<typeof targetFlags> &
  FlagValues<typeof kubeletFlags> &
  FlagValues<typeof daemonFlags>;

export function targetOptions(values: TargetValues, config: Config | undefined): TargetOptions {
  return layered(
    { ...defaultTarget, config },
    optionsFrom(optionFlags, configuredValues(optionFlags, config?.settings)),
    optionsFrom(optionFlags, values),
    { daemonCommands: daemonCommands(values) },
  );
}

/** Only the flags that were given, so that the config file sets the others. */
function daemonCommands(values: FlagValues<typeof daemonFlags>): TargetOptions['daemonCommands'] {
  return layered(
    {},
    {
      stop: values.stopCommand,
      start: values.startCommand,
      restart: values.restartCommand,
      crash: values.crashCommand,
    },
  );
}
