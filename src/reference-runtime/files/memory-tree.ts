// SPDX-License-Identifier: Apache-2.0
import { posix } from 'node:path';
import { errno, FileError } from './file-error.js';
import type { FileStat, Owner, Tree } from './tree.js';

export interface SeedFile {
  readonly mode?: number;
  readonly uid?: number;
  readonly gid?: number;
  /** Absent: a directory. A function: written anew at every read, as under /proc. */
  readonly data?: Buffer | string | (() => string);
}

interface Node {
  readonly kind: 'file' | 'dir' | 'device';
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
  data: Buffer | (() => string);
}

const root = { uid: 0, gid: 0 };

export class MemoryTree implements Tree {
  readonly #nodes = new Map<string, Node>([['/', { kind: 'dir', mode: 0o755, ...root, data: Buffer.alloc(0) }]]);
  #usedBytes = 0;

  get usedBytes(): number {
    return this.#usedBytes;
  }

  get inodes(): number {
    return this.#nodes.size;
  }

  /** Parents are made as needed. */
  seed(path: string, file: SeedFile): void {
    for (const parent of parentsOf(path)) if (!this.#nodes.has(parent)) this.#nodes.set(parent, directory(root));
    const data = typeof file.data === 'string' ? Buffer.from(file.data) : file.data;
    const owner = { uid: file.uid ?? 0, gid: file.gid ?? 0 };
    this.#nodes.set(path, data === undefined ? { ...directory(owner), mode: file.mode ?? 0o755 } : { kind: 'file', mode: file.mode ?? 0o644, ...owner, data });
  }

  device(path: string): void {
    this.seed(path, { data: '', mode: 0o666 });
    const node = this.#nodes.get(path);
    if (node !== undefined) this.#nodes.set(path, { ...node, kind: 'device' });
  }

  stat(path: string): FileStat | undefined {
    const node = this.#nodes.get(path);
    if (node === undefined) return undefined;
    return { kind: node.kind, mode: node.mode, uid: node.uid, gid: node.gid, size: typeof node.data === 'function' ? 0 : node.data.length };
  }

  read(path: string): Buffer {
    const node = this.#nodes.get(path);
    if (node === undefined) throw new FileError(path, errno.ENOENT);
    if (node.kind === 'dir') throw new FileError(path, errno.EISDIR);
    return typeof node.data === 'function' ? Buffer.from(node.data()) : node.data;
  }

  write(path: string, data: Buffer, how: { readonly append: boolean; readonly owner: Owner }): void {
    const node = this.#nodes.get(path);
    if (node === undefined) {
      this.#parent(path);
      this.#nodes.set(path, { kind: 'file', mode: 0o644, ...how.owner, data });
      this.#usedBytes += data.length;
      return;
    }
    if (node.kind === 'dir') throw new FileError(path, errno.EISDIR);
    if (node.kind === 'device') return;
    if (typeof node.data === 'function') throw new FileError(path, errno.EACCES);
    this.#usedBytes += how.append ? data.length : data.length - node.data.length;
    node.data = how.append ? Buffer.concat([node.data, data]) : data;
  }

  mkdir(path: string, owner: Owner): void {
    if (this.#nodes.has(path)) throw new FileError(path, errno.EEXIST);
    this.#parent(path);
    this.#nodes.set(path, directory(owner));
  }

  remove(path: string): void {
    if (!this.#nodes.has(path)) throw new FileError(path, errno.ENOENT);
    if (this.list(path).length > 0) throw new FileError(path, errno.ENOTEMPTY);
    this.#nodes.delete(path);
  }

  list(path: string): readonly string[] {
    const prefix = path === '/' ? '/' : `${path}/`;
    return [...this.#nodes.keys()]
      .filter((key) => key !== '/' && key.startsWith(prefix) && !key.slice(prefix.length).includes('/'))
      .map((key) => key.slice(prefix.length));
  }

  #parent(path: string): void {
    const parent = this.#nodes.get(posix.dirname(path));
    if (parent === undefined) throw new FileError(path, errno.ENOENT);
    if (parent.kind !== 'dir') throw new FileError(path, errno.ENOTDIR);
  }
}

const directory = (owner: Owner): Node => ({ kind: 'dir', mode: 0o755, ...owner, data: Buffer.alloc(0) });

function parentsOf(path: string): string[] {
  const parents: string[] = [];
  for (let at = posix.dirname(path); at !== '/'; at = posix.dirname(at)) parents.unshift(at);
  return parents;
}
