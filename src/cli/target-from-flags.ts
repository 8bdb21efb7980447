// SPDX-License-Identifier: Apache-2.0
import type { Config } from '#app/target/config.js';
import { defaultTarget, type TargetOptions } from '#app/target/target-options.js';
import type { Io } from '#app/shared/use-case.js';
import type { FlagValues } from './flag-values.js';
import { layered } from './layered.js';

/** The config file, if there is one; reading it is loaded only then. */
export async function configFor({ config }: FlagValues, io: Io): Promise<Config | undefined> {
  const { loadConfig } = await import('#app/target/config.js');
  const { CRIPROBE_CONFIG: named } = io.env;
  return loadConfig(config ?? (named === '' ? undefined : named), io);
}

export function targetOptions(flags: FlagValues, config: Config | undefined): TargetOptions {
  const { connect, waitReady, rpc } = config?.timeouts ?? {};
  return layered(
    { ...defaultTarget, config },
    { connectTimeoutMs: connect, waitReadyMs: waitReady, rpcTimeoutMs: rpc },
    {
      runtimeEndpoint: flags.runtimeEndpoint,
      imageEndpoint: flags.imageEndpoint,
      managed: flags.managed,
      target: flags.target,
      runtimeHandler: flags.runtimeHandler,
      connectTimeoutMs: flags.timeout,
      waitReadyMs: flags.waitReady,
      rpcTimeoutMs: flags.rpcTimeout,
      allowKubelet: flags.allowKubelet,
      kubeletVersion: flags.kubelet,
      pace: flags.pace,
      registryListen: flags.registryListen,
      daemonCommands: daemonCommands(flags),
    },
  );
}

/** Only those that were given: an absent one lets the config file's show. */
function daemonCommands(flags: FlagValues): TargetOptions['daemonCommands'] {
  return layered(
    {},
    {
      stop: flags.stopCommand,
      start: flags.startCommand,
      restart: flags.restartCommand,
      crash: flags.crashCommand,
    },
  );
}
