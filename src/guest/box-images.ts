// SPDX-License-Identifier: Apache-2.0
import { box, boxPath } from './box.js';

/** The user of an image, as its /etc/passwd and /etc/group have it. */
export interface BoxAccount {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
  /** Other groups that name it as a member. */
  readonly memberOf: readonly number[];
}

/** Every image of ours has them. */
export const boxAccounts: readonly BoxAccount[] = [
  { name: 'root', uid: 0, gid: 0, memberOf: [] },
  { name: 'box', uid: 1000, gid: 1000, memberOf: [3002] },
  { name: 'named', uid: 1234, gid: 2345, memberOf: [3001, 3002] },
  { name: 'nobody', uid: 65_534, gid: 65_534, memberOf: [] },
];

/** `container.user` of images that have one. */
const users: Readonly<Record<string, string>> = {
  'box-user:1': '1000:1000',
  'box-uid:1': '1000',
  'box-username:1': 'named',
};

/** What an image says of its program. */
export interface BoxDefaults {
  readonly entrypoint: readonly string[];
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly workingDir: string;
}

const plain: BoxDefaults = { entrypoint: [boxPath], command: [], env: {}, workingDir: '' };

const withDefaults: Readonly<Record<string, BoxDefaults>> = {
  'box-entrypoint:1': {
    entrypoint: box('print from the entrypoint'),
    command: ['print from the command', 'show cwd', 'show env GREETING'],
    env: { GREETING: 'hello from the image', KEPT: 'by the image' },
    workingDir: '/work',
  },
};

const names: ReadonlySet<string> = new Set([
  ...['box:1', 'box:2', 'box:latest', 'box-layers:1', 'box-volume:1', 'box-entrypoint:1'],
  ...Object.keys(users),
]);

/** The name of one of our images without registry and path; undefined: another one. */
export function boxImage(reference: string): string | undefined {
  const name = reference.split('/').at(-1) ?? '';
  return names.has(name) ? name : undefined;
}

/** The user that the image names: `user`, `uid`, `uid:gid`; empty: none. */
export const boxImageUser = (name: string): string => users[name] ?? '';

export const boxDefaults = (name: string): BoxDefaults => withDefaults[name] ?? plain;

/** What a directory of ours that an image names contains in /etc/image: its own name. */
export const boxImageMark = '/etc/image';

/** Files of `box-layers`, with all layers above each other: what is in them; undefined: a later layer deletes it. */
export const boxLayers: ReadonlyMap<string, string | undefined> = new Map([
  ['/layers/kept', 'kept'],
  ['/layers/overwritten', 'upper'],
  ['/layers/removed', undefined],
  ['/layers/hidden/old', undefined],
  ['/layers/hidden/new', 'new'],
]);
