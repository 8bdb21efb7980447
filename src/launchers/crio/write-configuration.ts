// SPDX-License-Identifier: Apache-2.0
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { toml } from '../private/toml.js';
import type { PodNetwork } from '../private/pod-network.js';
import type { LaunchOptions } from '../launcher.js';
import { crioConfig, crioPaths, type CrioSettings } from './config.js';

type Registries = Pick<LaunchOptions, 'registry' | 'mirrored'>;

/** Writes everything CRI-O reads, below its directory. */
export function writeCrioConfiguration(
  settings: CrioSettings,
  network: PodNetwork,
  { registry, mirrored = [] }: Registries,
): void {
  const paths = crioPaths(settings.directory);
  const containers = join(paths.home, '.config', 'containers');
  // Certificates in a user's directory take precedence over the host's in /etc/containers.
  const certificates = [registry, ...mirrored].map((name) => join(containers, 'certs.d', name));
  const directories = [paths.cni, paths.empty, join(settings.directory, 'tmp'), ...certificates];
  const signatures = join(containers, 'registries.d');
  for (const path of [...directories, signatures]) mkdirSync(path, { recursive: true });
  writeFileSync(join(signatures, 'none.yaml'), `default-docker:\n  lookaside: file://${paths.empty}\n`);
  writeFileSync(join(paths.cni, '10-criprobe.conflist'), network.conflist);
  writeFileSync(paths.policy, '{ "default": [{ "type": "insecureAcceptAnything" }] }\n');
  writeFileSync(paths.auth, '{}\n');
  writeFileSync(paths.storage, storageConfig(settings));
  writeFileSync(paths.registries, registriesConfig({ registry, mirrored }));
  writeFileSync(paths.config, crioConfig(settings));
}

/** registries.conf: the test registry uses plain HTTP, and mirrors others. */
export function registriesConfig({ registry, mirrored = [] }: Registries): string {
  const all = [registry, ...mirrored].map((prefix) =>
    ['[[registry]]', ...pairs({ prefix, location: registry }), 'insecure = true'].join('\n'),
  );
  return `unqualified-search-registries = []\n\n${all.join('\n\n')}\n`;
}

/** storage.conf repeats crio.conf: the libraries read it before CRI-O configures them. */
function storageConfig({ directory, storageDriver }: CrioSettings): string {
  const { root } = crioPaths(directory);
  return toml({}, [
    ['storage', { driver: storageDriver, graphroot: root, runroot: join(directory, 'runroot') }],
  ]);
}

function pairs(values: Readonly<Record<string, string>>): string[] {
  return Object.entries(values).map(([key, value]) => `${key} = ${JSON.stringify(value)}`);
}
