// SPDX-License-Identifier: Apache-2.0
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '#base/failure.js';
import { refuseUntrusted } from '#files/refuse-untrusted.js';
import type { Launcher } from '../launcher.js';
import { thisMachine } from '#host/machine.js';
import { imageSource, type ImageSource } from './image.js';
import { launchInContainer } from './launch-in-container.js';
import { missingForContainer } from './missing.js';
import { findEngine } from './testcontainers.js';

/** `name` is the value of `--managed`, `wanted` the image or the folder in it. */
export function containerRuntime(name: string, wanted: string): Launcher {
  const source = imageSource(wanted);
  return {
    name,
    probe: async () => {
      refuseUntrustedFolder(source, name);
      return missingForContainer(source, thisMachine(), await findEngine()) ?? { kind: 'ready', notes: [] };
    },
    launch: async (options) => {
      refuseUntrustedFolder(source, name);
      const engine = await findEngine();
      const missing = missingForContainer(source, thisMachine(), engine);
      if (missing === undefined && !('reason' in engine))
        return launchInContainer(engine, { source, name, options });
      const { reason = '', fix = '' } = missing ?? {};
      throw new Failure('E-LAUNCH-MISSING', `${name} cannot be started here: ${reason}.`, { fix });
    },
  };
}

/**
 * The build may copy anything below the folder into the image, which then runs with full privileges on this
 * machine.
 */
function refuseUntrustedFolder(source: ImageSource, name: string): void {
  if (source.kind !== 'folder' || !existsSync(source.folder)) return;
  const below = readdirSync(source.folder, { recursive: true, encoding: 'utf8' });
  for (const entry of ['.', ...below]) refuseUntrusted(join(source.folder, entry), `--managed ${name}`);
}
