// SPDX-License-Identifier: Apache-2.0
import { Failure } from '#base/failure.js';
import type { Launcher } from '../launcher.js';
import { thisMachine } from '../machine.js';
import { imageSource } from './image.js';
import { launchInContainer } from './launch-in-container.js';
import { missingForContainer } from './missing.js';
import { findEngine } from './testcontainers.js';

/** A runtime in a privileged container, from an image or a folder with a Dockerfile. */
export function containerRuntime(wanted: string): Launcher {
  const source = imageSource(wanted);
  const name = `container:${wanted}`;
  return {
    name,
    probe: async () =>
      missingForContainer(source, thisMachine(), await findEngine()) ?? { kind: 'ready', notes: [] },
    launch: async (options) => {
      const engine = await findEngine();
      const missing = missingForContainer(source, thisMachine(), engine);
      if (missing === undefined && !('reason' in engine))
        return launchInContainer(engine, { source, name, options });
      const { reason = '', fix = '' } = missing ?? {};
      throw new Failure('E-LAUNCH-MISSING', `${name} cannot be started here: ${reason}.`, { fix });
    },
  };
}
