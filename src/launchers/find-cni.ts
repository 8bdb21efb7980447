// SPDX-License-Identifier: Apache-2.0
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Machine } from './machine.js';

const plugins = ['bridge', 'host-local', 'loopback'];

/** The first directory that has the plugins of a pod network: beside the binaries, else where distributions put them. */
export function findCni(directory: string | undefined, { cniDirectories }: Machine): string | undefined {
  const own = directory === undefined ? [] : [join(directory, 'cni')];
  return [...own, ...cniDirectories].find((candidate) =>
    plugins.every((plugin) => existsSync(join(candidate, plugin))),
  );
}
