// SPDX-License-Identifier: Apache-2.0
import {
  chownSync,
  closeSync,
  constants,
  lstatSync,
  mkdirSync,
  readdirSync,
  rmdirSync,
  statSync,
  unlinkSync,
  writeFileSync,
  type Stats,
} from 'node:fs';
import { posix } from 'node:path';
import { errno, FileError, hostErrno } from './file-error.js';
import { openRegular, readRegular } from './regular-file.js';
import type { DeviceNode, FileKind, FileStat, Owner, Tree } from './tree.js';

const { O_WRONLY, O_CREAT, O_APPEND, O_TRUNC } = constants;
const maxReadBytes = 64 * 1024 * 1024;

/** A bind mount: real files below one path of the host, and nothing above it. */
export class HostTree implements Tree {
  readonly #root: string;

  constructor(root: string) {
    this.#root = root;
  }

  stat(path: string): FileStat | undefined {
    const stat = statSync(this.#on(path), { throwIfNoEntry: false });
    if (stat === undefined) return undefined;
    const { uid, gid, size } = stat;
    // What a container only mounts it may not open.
    const device = deviceOf(stat, '');
    return { kind: kindOf(stat), mode: stat.mode & 0o7777, uid, gid, size, ...(device && { device }) };
  }

  read(path: string): Buffer {
    this.#regular(path);
    return guarded(path, () => readRegular(this.#on(path), maxReadBytes));
  }

  write(path: string, data: Buffer, how: { readonly append: boolean; readonly owner: Owner }): void {
    const isNew = this.stat(path) === undefined;
    if (!isNew) this.#regular(path);
    guarded(path, () => {
      const fd = openRegular(this.#on(path), O_WRONLY | O_CREAT | (how.append ? O_APPEND : O_TRUNC), 0o666);
      try {
        writeFileSync(fd, data);
      } finally {
        closeSync(fd);
      }
      if (isNew) this.#own(path, how.owner);
    });
  }

  mkdir(path: string, owner: Owner): void {
    guarded(path, () => {
      mkdirSync(this.#on(path));
      this.#own(path, owner);
    });
  }

  remove(path: string): void {
    guarded(path, () => {
      const place = this.#on(path);
      if (lstatSync(place).isDirectory()) rmdirSync(place);
      else unlinkSync(place);
    });
  }

  list(path: string): readonly string[] {
    return guarded(path, () => readdirSync(this.#on(path)));
  }

  #on(path: string): string {
    return path === '/' ? this.#root : posix.join(this.#root, path);
  }

  /** Rejects what is not a regular file; it may still become one between this check and the open. */
  #regular(path: string): void {
    const kind = this.stat(path)?.kind;
    if (kind === undefined) throw new FileError(path, errno.ENOENT);
    if (kind === 'dir') throw new FileError(path, errno.EISDIR);
    if (kind !== 'file') throw new FileError(path, errno.EINVAL);
  }

  #own(path: string, owner: Owner): void {
    if (process.getuid?.() === 0) chownSync(this.#on(path), owner.uid, owner.gid);
  }
}

function kindOf(stat: Stats): FileKind {
  if (stat.isFile()) return 'file';
  return stat.isDirectory() ? 'dir' : 'other';
}

/** Undefined: no device. */
export function deviceOf(stat: Stats, permissions: string): DeviceNode | undefined {
  if (!stat.isBlockDevice() && !stat.isCharacterDevice()) return undefined;
  const major = (stat.rdev >> 8) & 0xf_ff;
  const minor = (stat.rdev & 0xff) | ((stat.rdev >> 12) & 0xf_ff_00);
  return {
    kind: stat.isBlockDevice() ? 'block' : 'char',
    number: `${major}:${minor}`,
    mayRead: permissions.includes('r'),
    mayWrite: permissions.includes('w'),
  };
}

function guarded<T>(path: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    throw error instanceof FileError ? error : new FileError(path, hostErrno(error));
  }
}
