// SPDX-License-Identifier: Apache-2.0
import { createOwnDirectory } from '#run-ledger/own-directory.js';
import type { PrivateKind } from '../private/private-runtime.js';
import type { ProcessCommand } from '../private/process-group.js';
import type { CrioBinaries } from './binaries.js';
import { crioPaths } from './config.js';
import { examineCrio, notesOnCrio } from './examine.js';
import { crioSettings } from './settings.js';
import { cleanupStepsOfCrio, crioCleanup } from './cleanup-steps.js';
import { isLayerCacheOurs, layerCache } from './layer-cache.js';
import { writeCrioConfiguration } from './write-configuration.js';

/** How it is found, configured and started. */
export const crio: PrivateKind<CrioBinaries> = {
  examine: examineCrio,
  paths: crioPaths,
  longestSocket: (directory) => crioPaths(directory).socket,
  steps: cleanupStepsOfCrio,
  cleanup: crioCleanup,
  write: (binaries, { machine, network, options }) => {
    if (isLayerCacheOurs()) createOwnDirectory(layerCache);
    writeCrioConfiguration(crioSettings(binaries, machine, options), network, options);
  },
  command: commandOf,
  notes: notesOnCrio,
};

function commandOf(binaries: CrioBinaries, directory: string): ProcessCommand {
  const paths = crioPaths(directory);
  const registries = ['--registries-conf', paths.registries, '--registries-conf-dir', paths.empty];
  return {
    program: binaries.crio,
    // Without it CRI-O reads the host's drop-in directory.
    args: ['--config', paths.config, '--config-dir', '', ...registries],
    env: {
      ...process.env,
      PATH: binaries.path,
      HOME: paths.home,
      TMPDIR: `${directory}/tmp`,
      CONTAINERS_STORAGE_CONF: paths.storage,
    },
    logFile: paths.log,
  };
}
