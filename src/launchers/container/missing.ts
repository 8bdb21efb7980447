// SPDX-License-Identifier: Apache-2.0
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Probe } from '../launcher.js';
import { findProgram, type Machine } from '../machine.js';
import type { ImageSource } from './image.js';
import type { Engine, NoEngine } from './testcontainers.js';

type Unavailable = Extract<Probe, { kind: 'unavailable' }>;

/** What keeps a runtime in a container from running here; undefined: nothing that shows before it is tried. */
export function missingForContainer(
  source: ImageSource,
  machine: Machine,
  engine: Engine | NoEngine,
): Unavailable | undefined {
  const missing: NoEngine[] = [];
  if (machine.uid !== 0)
    missing.push({
      reason: `this is user ${machine.uid}, and a runtime's pods belong to root`,
      fix: 'sudo -E criprobe …, or --managed reference, which needs nothing',
    });
  if (findProgram('ip', machine.path) === undefined)
    missing.push({ reason: 'there is no ip on PATH', fix: 'apt-get install iproute2' });
  if ('reason' in engine) missing.push(engine);
  if (source.kind === 'folder' && !existsSync(join(source.folder, 'Dockerfile')))
    missing.push({
      reason: `there is no Dockerfile in ${source.folder}`,
      fix: 'name a folder with a Dockerfile, such as examples/containerd-in-docker, or an image',
    });
  if (missing.length === 0) return undefined;
  const list = (key: 'reason' | 'fix'): string => missing.map((one) => one[key]).join('; ');
  return { kind: 'unavailable', reason: list('reason'), fix: list('fix') };
}
