// SPDX-License-Identifier: Apache-2.0
import type { PrivateKind } from '../private/private-runtime.js';
import type { ContainerdBinaries } from './binaries.js';
import { containerdPaths } from './config.js';
import { examineContainerd, notesOnContainerd } from './examine.js';
import { containerdSettings } from './settings.js';
import { cleanupStepsOfContainerd, containerdCleanup } from './cleanup-steps.js';
import { writeContainerdConfiguration } from './write-configuration.js';

/** How it is found, configured and started. */
export const containerd: PrivateKind<ContainerdBinaries> = {
  examine: examineContainerd,
  paths: containerdPaths,
  longestSocket: (directory) => `${containerdPaths(directory).socket}.ttrpc`,
  steps: cleanupStepsOfContainerd,
  cleanup: containerdCleanup,
  write: (binaries, { machine, network, options }) => {
    writeContainerdConfiguration(containerdSettings(binaries, machine, options), network, options);
  },
  command: (binaries, directory) => {
    const { config, log } = containerdPaths(directory);
    const env = { ...process.env, PATH: binaries.path };
    return { program: binaries.containerd, args: ['--config', config], env, logFile: log };
  },
  notes: ({ handlers }, machine) => [
    ...notesOnContainerd(machine),
    ...handlers.flatMap(({ note }) => note ?? []),
  ],
};
