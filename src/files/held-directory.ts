// SPDX-License-Identifier: Apache-2.0
import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  lstatSync,
  openSync,
  readSync,
  statSync,
  type Stats,
} from 'node:fs';
import { codeOf } from './file-errors.js';
import { NotOurs } from './steps-below.js';

/**
 * Linux's O_PATH, which Node does not define: it opens no data, so a FIFO does not block and a device is not
 * triggered.
 */
const onlyPath = 0o10000000;
const noFollow = onlyPath | constants.O_NOFOLLOW;

/** Node has no openat; a name below a handle in /proc does the same. */
const hasHandles = process.platform === 'linux' && existsSync('/proc/self/fd');

/** An entry, and a path to it that stays valid even if its name changes. */
export interface PinnedEntry {
  readonly path: string;
  readonly stats: Stats;
}

/** A directory that stays the same one until it is closed, whatever happens to its name. */
export interface HeldDirectory {
  /** Prefix for the names in it. */
  readonly path: string;
  close(): void;
  /** Never through a link, never onto another mount. */
  enter(name: string): HeldDirectory;
  /** Pins any entry, links included. */
  pin<T>(name: string, use: (pinned: PinnedEntry) => T): T;
}

/** The path itself may contain links, because we chose it. Its last component must not be one. */
export function holdDirectory(path: string): HeldDirectory {
  return hasHandles ? held(path, undefined) : heldByName(path);
}

/** Undefined: there is nothing of that name. */
export function enterIfThere(dir: HeldDirectory, name: string): HeldDirectory | undefined {
  try {
    return dir.enter(name);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
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

/** Of a directory the kernel writes four short lines. */
const handleFacts = Buffer.alloc(1024);

/**
 * The device does not reveal a bind mount: only the mount id does. Every step of every walk asks for it, so it
 * is one read into memory that we have.
 */
function mountOf(handle: number): string | undefined {
  const facts = openSync(`/proc/self/fdinfo/${handle}`, constants.O_RDONLY);
  try {
    const bytes = readSync(facts, handleFacts);
    return /^mnt_id:\s*(\d+)$/m.exec(handleFacts.toString('latin1', 0, bytes))?.[1];
  } finally {
    closeSync(facts);
  }
}

function using<T>(handle: number, use: (pinned: PinnedEntry) => T): T {
  try {
    return use({ path: `/proc/self/fd/${handle}`, stats: fstatSync(handle) });
  } finally {
    closeSync(handle);
  }
}

/** Without /proc there is a race: somebody could swap a link between check and use. */
function heldByName(path: string): HeldDirectory {
  if (!lstatSync(path).isDirectory()) throw new NotOurs(`${path} is not a directory`);
  return {
    path,
    close: () => undefined,
    enter: (name) => heldByName(`${path}/${name}`),
    pin: (name, use) => use({ path: `${path}/${name}`, stats: lstatSync(`${path}/${name}`) }),
  };
}

/** Pins the target of a path that the user chose, following links. */
export function pinNamed<T>(path: string, use: (pinned: PinnedEntry) => T): T {
  if (!hasHandles) return use({ path, stats: statSync(path) });
  return using(openSync(path, onlyPath), use);
}
