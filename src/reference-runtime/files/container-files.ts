// SPDX-License-Identifier: Apache-2.0
import { posix } from 'node:path';
import { errno, FileError } from './file-error.js';
import type { FileStat, Tree } from './tree.js';

export interface MountedTree {
  readonly at: string;
  readonly tree: Tree;
  readonly readonly: boolean;
}

export interface Actor {
  readonly uid: number;
  readonly gid: number;
  readonly groups: readonly number[];
}

/** The files that a container's process sees: the root with all mounts, and their permissions. */
export class ContainerFileSystem {
  readonly #root: MountedTree;
  readonly mounts: readonly MountedTree[];

  constructor(root: MountedTree, mounts: readonly MountedTree[]) {
    this.#root = root;
    this.mounts = mounts;
  }

  stat(path: string): FileStat | undefined {
    const place = this.#resolve(path);
    return place.mount.tree.stat(place.inside);
  }

  read(path: string, actor: Actor): Buffer {
    const place = this.#resolve(path);
    const stat = place.mount.tree.stat(place.inside);
    if (stat !== undefined && !allowed(stat, actor, 4)) throw new FileError(path, errno.EACCES);
    return place.mount.tree.read(place.inside);
  }

  write(path: string, data: Buffer, how: { readonly append: boolean; readonly actor: Actor }): void {
    const place = this.#writable(path, how.actor);
    place.mount.tree.write(place.inside, data, { append: how.append, owner: how.actor });
  }

  mkdir(path: string, actor: Actor): void {
    const place = this.#writable(path, actor);
    place.mount.tree.mkdir(place.inside, actor);
  }

  remove(path: string, actor: Actor): void {
    const place = this.#writable(path, actor);
    place.mount.tree.remove(place.inside);
  }

  list(path: string): readonly string[] {
    const place = this.#resolve(path);
    return place.mount.tree.list(place.inside);
  }

  #writable(path: string, actor: Actor): { mount: MountedTree; inside: string } {
    const place = this.#resolve(path);
    const existing = place.mount.tree.stat(place.inside);
    if (place.mount.readonly && existing?.kind !== 'device') throw new FileError(path, errno.EROFS);
    const judged =
      existing?.kind === 'file' || existing?.kind === 'device'
        ? existing
        : this.stat(posix.dirname(posix.normalize(path)));
    if (judged === undefined) throw new FileError(path, errno.ENOENT);
    if (!allowed(judged, actor, 2)) throw new FileError(path, errno.EACCES);
    return place;
  }

  /** The last mount that covers the path wins, as with real mounts. */
  #resolve(path: string): { mount: MountedTree; inside: string } {
    const clean = posix.resolve('/', path);
    let best = this.#root;
    for (const mount of this.mounts)
      if (covers(mount.at, clean) && mount.at.length >= best.at.length) best = mount;
    return { mount: best, inside: best.at === '/' ? clean : clean.slice(best.at.length) || '/' };
  }
}

const covers = (at: string, path: string): boolean => at === '/' || path === at || path.startsWith(`${at}/`);

function allowed(stat: FileStat, actor: Actor, bit: number): boolean {
  if (actor.uid === 0) return true;
  if (stat.uid === actor.uid) return (stat.mode & (bit << 6)) !== 0;
  const inGroup = stat.gid === actor.gid || actor.groups.includes(stat.gid);
  return (stat.mode & (inGroup ? bit << 3 : bit)) !== 0;
}
