// SPDX-License-Identifier: Apache-2.0
import { directory, file, type LayerEntry } from './layer.js';

const passwd = [
  'root:x:0:0:root:/root:/box',
  'box:x:1000:1000:box:/home/box:/box',
  'named:x:1234:2345:named:/home/named:/box',
  'nobody:x:65534:65534:nobody:/:/box',
];

const group = [
  'root:x:0:',
  'box:x:1000:',
  'named:x:2345:',
  'extra:x:3001:named',
  'more:x:3002:named,box',
  'nogroup:x:65534:',
];

const lines = (list: readonly string[]): string => list.map((line) => `${line}\n`).join('');

/** The layer below the program in every image: the same bytes on each architecture. */
export const baseLayer: readonly LayerEntry[] = [
  directory('dev'),
  directory('etc'),
  file('etc/group', lines(group)),
  file('etc/passwd', lines(passwd)),
  directory('home'),
  directory('home/box', { uid: 1000, gid: 1000 }),
  directory('home/named', { uid: 1234, gid: 2345 }),
  directory('proc'),
  directory('root', { mode: 0o700 }),
  directory('run'),
  directory('sys'),
  directory('tmp', { mode: 0o1777 }),
  directory('var'),
];
