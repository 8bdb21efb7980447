// SPDX-License-Identifier: Apache-2.0
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { containerdConfig, containerdPaths, type ContainerdSettings } from './config.js';
import type { PodNetwork } from './network.js';

/** Everything containerd reads, below its directory. */
export function writeConfiguration(
  settings: ContainerdSettings,
  network: PodNetwork,
  registry: string,
): void {
  const paths = containerdPaths(settings.directory);
  const hosts = join(paths.certs, registry);
  for (const directory of [hosts, paths.cni, paths.root, paths.state])
    mkdirSync(directory, { recursive: true });
  writeFileSync(join(hosts, 'hosts.toml'), plainHttp(registry));
  writeFileSync(join(paths.cni, '10-criprobe.conflist'), network.conflist);
  writeFileSync(paths.config, containerdConfig(settings));
}

/** hosts.toml of a registry that speaks plain HTTP. */
export function plainHttp(registry: string): string {
  const url = `http://${registry}`;
  return `server = "${url}"\n\n[host."${url}"]\ncapabilities = ["pull", "resolve"]\n`;
}
