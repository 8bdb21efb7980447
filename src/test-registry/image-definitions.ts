// SPDX-License-Identifier: Apache-2.0
import { boxDefaults } from '#guest/box-images.js';
import type { ImageDefinition } from './image-definition.js';
import { directory, file, link, opaque, whiteout } from './layer.js';

const entrypoint = boxDefaults('box-entrypoint:1');

/** Every image that the registry serves. */
export const imageDefinitions: readonly ImageDefinition[] = [
  { repository: 'box', tags: ['1', 'latest'] },
  { repository: 'box', tags: ['2'] },
  // SIGKILL, because pid 1 loses signals that it does not handle yet, and CRI-O would wait for its end.
  { repository: 'pause', tags: ['1'], config: { StopSignal: 'SIGKILL' } },
  { repository: 'box-user', tags: ['1'], config: { User: '1000:1000' } },
  { repository: 'box-uid', tags: ['1'], config: { User: '1000' } },
  { repository: 'box-username', tags: ['1'], config: { User: 'named' } },
  {
    repository: 'box-entrypoint',
    tags: ['1'],
    config: {
      Entrypoint: entrypoint.entrypoint,
      Cmd: entrypoint.command,
      Env: Object.entries(entrypoint.env).map(([name, value]) => `${name}=${value}`),
      WorkingDir: entrypoint.workingDir,
    },
    layers: [[directory('work')]],
  },
  { repository: 'box-stopsignal', tags: ['1'], config: { StopSignal: 'SIGUSR1' } },
  {
    repository: 'box-volume',
    tags: ['1'],
    config: { Volumes: { '/data': {} } },
    layers: [[directory('data'), file('data/seed', 'from the image\n')]],
  },
  {
    repository: 'box-port',
    tags: ['1'],
    config: { ExposedPorts: { '8080/tcp': {} }, Labels: { 'test.criprobe/color': 'green' } },
  },
  { repository: 'box-many', tags: ['a', 'b', 'c'] },
  {
    repository: 'box-layers',
    tags: ['1'],
    layers: [
      [
        directory('layers'),
        file('layers/kept', 'kept\n'),
        file('layers/overwritten', 'lower\n'),
        file('layers/removed', 'removed\n'),
        link('layers/link', 'kept'),
        directory('layers/hidden'),
        file('layers/hidden/old', 'old\n'),
      ],
      [file('layers/overwritten', 'upper\n', { mode: 0o600 }), whiteout('layers/removed')],
      [directory('layers/hidden'), opaque('layers/hidden'), file('layers/hidden/new', 'new\n')],
    ],
  },
  { repository: 'multi', tags: ['1'] },
  { repository: 'single', tags: ['1'], shape: 'single' },
];
