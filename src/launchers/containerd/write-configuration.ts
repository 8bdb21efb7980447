// SPDX-License-Identifier: Apache-2.0
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { containerdConfig, containerdPaths } from './config.js';
import { runscConfig } from './cri-sections.js';
import type { LaunchOptions } from '../launcher.js';
import type { PodNetwork } from '../private/pod-network.js';
import type { ContainerdSettings } from './settings.js';
import { toml } from '../private/toml.js';

/** Writes everything containerd reads, below its directory. */
export function writeContainerdConfiguration(
  settings: ContainerdSettings,
  network: PodNetwork,
  { registry, mirrored = [] }: Pick<LaunchOptions, 'registry' | 'mirrored'>,
): void {
  const paths = containerdPaths(settings.directory);
  for (const directory of [paths.cni, paths.root, paths.state]) mkdirSync(directory, { recursive: true });
  for (const name of [registry, ...mirrored]) {
    mkdirSync(join(paths.certs, name), { recursive: true });
    writeFileSync(join(paths.certs, name, 'hosts.toml'), plainHttp(registry));
  }
  writeFileSync(join(paths.cni, '10-criprobe.conflist'), network.conflist);
  if (settings.handlers.some(({ name }) => name === 'runsc'))
    writeFileSync(runscConfig(settings.directory), toml({ root: join(paths.state, 'runsc') }, []));
  writeFileSync(paths.config, containerdConfig(settings));
}

/** hosts.toml for a registry with plain HTTP. */
export function plainHttp(registry: string): string {
  const url = `http://${registry}`;
  return `server = "${url}"\n\n[host."${url}"]\ncapabilities = ["pull", "resolve"]\n`;
}
