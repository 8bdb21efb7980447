// SPDX-License-Identifier: Apache-2.0
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { LauncherCheck } from '../launcher.js';
import type { Machine } from '#host/machine.js';
import { lacks, missingInOne, type MissingPart } from '../private/missing.js';
import type { ImageSource } from './image.js';
import type { Engine, NoEngine } from './testcontainers.js';

type Unavailable = Extract<LauncherCheck, { kind: 'unavailable' }>;

/** Why a runtime in a container cannot run here; undefined: nothing is known to prevent it. */
export function missingForContainer(
  source: ImageSource,
  machine: Machine,
  engine: Engine | NoEngine,
): Unavailable | undefined {
  const missing: MissingPart[] = [];
  if (machine.uid !== 0)
    missing.push({
      reason: `this is user ${machine.uid}, and a runtime's pods belong to root`,
      fix: 'sudo -E criprobe …, or --managed reference, which needs nothing',
    });
  missing.push(...lacks('ip', machine.path));
  if ('reason' in engine) missing.push(engine);
  if (source.kind === 'folder' && !existsSync(join(source.folder, 'Dockerfile')))
    missing.push({
      reason: `there is no Dockerfile in ${source.folder}`,
      fix: 'name a folder with a Dockerfile, such as examples/containerd-in-docker, or an image',
    });
  return missing.length === 0 ? undefined : { kind: 'unavailable', ...missingInOne(missing) };
}
