// SPDX-License-Identifier: Apache-2.0
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { refuseUntrusted } from '#files/refuse-untrusted.js';
import type { Machine } from '#host/machine.js';

const plugins = ['bridge', 'host-local', 'loopback'];

/**
 * The first directory with the CNI plugins: next to the binaries, else where distributions install them.
 * Throws for root if others may write to them.
 */
export function findCni(directory: string | undefined, { cniDirectories }: Machine): string | undefined {
  const own = directory === undefined ? [] : [join(directory, 'cni')];
  const found = [...own, ...cniDirectories].find((candidate) =>
    plugins.every((plugin) => existsSync(join(candidate, plugin))),
  );
  for (const plugin of found === undefined ? [] : plugins.map((name) => join(found, name)))
    refuseUntrusted(plugin, `The CNI plugin ${plugin}`);
  return found;
}
