// SPDX-License-Identifier: Apache-2.0
import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  lstatSync,
  openSync,
  readFileSync,
  statSync,
  type Stats,
} from 'node:fs';
import { NotOurs } from './steps-below.js';

/** Linux's O_PATH, for which Node has no name: it opens nothing, so that no FIFO waits and no device notices. */
const onlyPath = 0o10000000;
const noFollow = onlyPath | constants.O_NOFOLLOW;

/** Node has no openat; a name below a handle in /proc is the same. */
const hasHandles = process.platform === 'linux' && existsSync('/proc/self/fd');

/** What lies at a name, and goes on to lie at `path` whatever happens to the name. */
export interface Pinned {
  readonly path: string;
  readonly stats: Stats;
}

/** A directory that stays the same one whatever happens to its name, until it is closed. */
export interface HeldDirectory {
  /** To be put before a name in it. */
  readonly path: string;
  close(): void;
  /** Never through a link, never onto another mount. */
  enter(name: string): HeldDirectory;
  /** Whatever it is, links included. */
  pin<T>(name: string, use: (pinned: Pinned) => T): T;
}

/** The path itself may lead through links: it is our own choice. Its last name must not be one. */
export function holdDirectory(path: string): HeldDirectory {
  return hasHandles ? held(path, undefined) : heldByName(path);
}

function held(path: string, mount: string | undefined): HeldDirectory {
  const handle = openOn(mount, path, noFollow | constants.O_DIRECTORY);
  const here = `/proc/self/fd/${handle}`;
  const ownMount = mountOf(handle);
  return {
    path: here,
    close: () => {
      closeSync(handle);
    },
    enter: (name) => held(`${here}/${name}`, ownMount),
    pin: (name, use) => using(openOn(ownMount, `${here}/${name}`, noFollow), use),
  };
}

function openOn(mount: string | undefined, path: string, flags: number): number {
  const handle = openSync(path, flags);
  if (mount === undefined || mountOf(handle) === mount) return handle;
  closeSync(handle);
  throw new NotOurs(`something else is mounted at ${path}`);
}

/** Bind mounts show nowhere else: they have the device of what they show. */
function mountOf(handle: number): string | undefined {
  return /^mnt_id:\s*(\d+)$/m.exec(readFileSync(`/proc/self/fdinfo/${handle}`, 'utf8'))?.[1];
}

function using<T>(handle: number, use: (pinned: Pinned) => T): T {
  try {
    return use({ path: `/proc/self/fd/${handle}`, stats: fstatSync(handle) });
  } finally {
    closeSync(handle);
  }
}

/** Where there is no /proc, somebody could still turn a link between the look and the use. */
function heldByName(path: string): HeldDirectory {
  if (!lstatSync(path).isDirectory()) throw new NotOurs(`${path} is not a directory`);
  return {
    path,
    close: () => undefined,
    enter: (name) => heldByName(`${path}/${name}`),
    pin: (name, use) => use({ path: `${path}/${name}`, stats: lstatSync(`${path}/${name}`) }),
  };
}

/** What a path of a person's choice leads to, through links. */
export function pinNamed<T>(path: string, use: (pinned: Pinned) => T): T {
  if (!hasHandles) return use({ path, stats: statSync(path) });
  return using(openSync(path, onlyPath), use);
}
