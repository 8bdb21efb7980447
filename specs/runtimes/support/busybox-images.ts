// SPDX-License-Identifier: Apache-2.0
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import type { ImageDefinition } from '#test-registry/image-definition.js';
import { directory, file, link, type LayerEntry } from '#test-registry/layer.js';

/** Where Debian's busybox-static puts it. */
const busybox = '/bin/busybox';

export const hasBusybox: boolean = existsSync(busybox);

/** What the pods of the recordings run, and a pause image; other names are not found here, as they were not there. */
export function busyboxImages(): readonly ImageDefinition[] {
  const layers = [programs()];
  return [
    { repository: 'pause', tags: ['1'] },
    { repository: 'box', tags: ['1'], layers, shape: 'single' },
    { repository: 'fresh-latest', tags: ['latest'], layers, shape: 'single' },
  ];
}

function programs(): readonly LayerEntry[] {
  const applets = execFileSync(busybox, ['--list'], { encoding: 'utf8' }).trim().split('\n');
  return [
    directory('bin'),
    file('bin/busybox', readFileSync(busybox), { mode: 0o755 }),
    // The images' PATH is `/`.
    ...applets.filter((name) => name !== 'busybox').flatMap((name) => [`bin/${name}`, name].map(toBusybox)),
  ];
}

const taken: ReadonlySet<string> = new Set([
  'box',
  'dev',
  'etc',
  'home',
  'proc',
  'root',
  'run',
  'sys',
  'tmp',
  'var',
]);

function toBusybox(path: string): LayerEntry {
  return link(taken.has(path) ? `bin/${path}` : path, busybox);
}
