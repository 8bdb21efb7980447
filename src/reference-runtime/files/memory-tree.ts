// SPDX-License-Identifier: Apache-2.0
import { posix } from 'node:path';
import { errno, FileError } from './file-error.js';
import type { DeviceNode, FileStat, Owner, Tree } from './tree.js';

export interface SeedFile {
  readonly mode?: number;
  readonly uid?: number;
  readonly gid?: number;
  /** Absent: a directory. A function: evaluated on every read, as under /proc. */
  readonly data?: Buffer | string | (() => string);
  /** A symbolic link to this target. */
  readonly linkTo?: string;
}

interface Node {
  readonly kind: 'file' | 'dir' | 'link' | 'device';
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
  readonly device?: DeviceNode | undefined;
  data: Buffer | (() => string);
}

const maxBytes = 64 * 1024 * 1024;
const maxInodes = 100_000;
const root = { uid: 0, gid: 0 };

export class MemoryTree implements Tree {
  readonly #nodes = new Map<string, Node>([
    ['/', { kind: 'dir', mode: 0o755, ...root, data: Buffer.alloc(0) }],
  ]);
  #usedBytes = 0;

  get usedBytes(): number {
    return this.#usedBytes;
  }

  get inodes(): number {
    return this.#nodes.size;
  }

  /** Creates parents as needed. */
  seed(path: string, file: SeedFile): void {
    for (const parent of parentsOf(path))
      if (!this.#nodes.has(parent)) this.#nodes.set(parent, directory(root));
    this.#nodes.set(path, nodeOf(file));
  }

  device(path: string, device?: DeviceNode): void {
    this.seed(path, { data: '', mode: 0o666 });
    const node = this.#nodes.get(path);
    if (node !== undefined) this.#nodes.set(path, { ...node, kind: 'device', device });
  }

  stat(path: string): FileStat | undefined {
    const node = this.#nodes.get(path);
    if (node === undefined) return undefined;
    return {
      kind: node.kind,
      mode: node.mode,
      uid: node.uid,
      gid: node.gid,
      size: typeof node.data === 'function' ? 0 : node.data.length,
      ...(node.device && { device: node.device }),
    };
  }

  read(path: string): Buffer {
    const node = this.#nodes.get(path);
    if (node === undefined) throw new FileError(path, errno.ENOENT);
    if (node.kind === 'dir') throw new FileError(path, errno.EISDIR);
    if (node.kind === 'link') return this.read(targetOf(path, node));
    return typeof node.data === 'function' ? Buffer.from(node.data()) : node.data;
  }

  write(path: string, data: Buffer, how: { readonly append: boolean; readonly owner: Owner }): void {
    const node = this.#nodes.get(path);
    this.#demandRoom(path, data.length);
    if (node === undefined) {
      this.#parent(path);
      this.#nodes.set(path, { kind: 'file', mode: 0o644, ...how.owner, data });
      this.#usedBytes += data.length;
      return;
    }
    if (node.kind === 'dir') throw new FileError(path, errno.EISDIR);
    if (node.kind === 'device') return;
    if (node.kind === 'link') {
      this.write(targetOf(path, node), data, how);
      return;
    }
    if (typeof node.data === 'function') throw new FileError(path, errno.EACCES);
    this.#usedBytes += how.append ? data.length : data.length - node.data.length;
    node.data = how.append ? Buffer.concat([node.data, data]) : data;
  }

  mkdir(path: string, owner: Owner): void {
    if (this.#nodes.has(path)) throw new FileError(path, errno.EEXIST);
    this.#parent(path);
    this.#demandRoom(path, 0);
    this.#nodes.set(path, directory(owner));
  }

  remove(path: string): void {
    const node = this.#nodes.get(path);
    if (node === undefined) throw new FileError(path, errno.ENOENT);
    if (this.list(path).length > 0) throw new FileError(path, errno.ENOTEMPTY);
    this.#nodes.delete(path);
    if (typeof node.data !== 'function') this.#usedBytes = Math.max(0, this.#usedBytes - node.data.length);
  }

  list(path: string): readonly string[] {
    const prefix = path === '/' ? '/' : `${path}/`;
    return [...this.#nodes.keys()]
      .filter((key) => key !== '/' && key.startsWith(prefix) && !key.slice(prefix.length).includes('/'))
      .map((key) => key.slice(prefix.length));
  }

  #demandRoom(path: string, bytes: number): void {
    if (this.#usedBytes + bytes > maxBytes || this.#nodes.size >= maxInodes)
      throw new FileError(path, errno.ENOSPC);
  }

  #parent(path: string): void {
    const parent = this.#nodes.get(posix.dirname(path));
    if (parent === undefined) throw new FileError(path, errno.ENOENT);
    if (parent.kind !== 'dir') throw new FileError(path, errno.ENOTDIR);
  }
}

function nodeOf({ data, linkTo, mode, uid = 0, gid = 0 }: SeedFile): Node {
  if (linkTo !== undefined) return { kind: 'link', mode: 0o777, uid, gid, data: Buffer.from(linkTo) };
  if (data === undefined) return { ...directory({ uid, gid }), mode: mode ?? 0o755 };
  return {
    kind: 'file',
    mode: mode ?? 0o644,
    uid,
    gid,
    data: typeof data === 'string' ? Buffer.from(data) : data,
  };
}

function targetOf(path: string, { data }: Node): string {
  const target = posix.resolve(posix.dirname(path), String(data));
  if (target === path) throw new FileError(path, errno.ELOOP);
  return target;
}

const directory = (owner: Owner): Node => ({ kind: 'dir', mode: 0o755, ...owner, data: Buffer.alloc(0) });

function parentsOf(path: string): string[] {
  const parents: string[] = [];
  for (let at = posix.dirname(path); at !== '/'; at = posix.dirname(at)) parents.unshift(at);
  return parents;
}
