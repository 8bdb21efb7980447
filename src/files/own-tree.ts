// SPDX-License-Identifier: Apache-2.0
import type { Buffer } from 'node:buffer';
import {
  chmodSync,
  chownSync,
  closeSync,
  constants,
  fchmodSync,
  openSync,
  readlinkSync,
  renameSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { ifThere, namedError, withPath } from './file-errors.js';
import type { HeldDirectory, PinnedEntry } from './held-directory.js';
import { kindOf, openRegularFile, readPart, type NodeFileKind, type Part } from './read-bounded.js';
import { namesIn, passingName, removal } from './remove-tree.js';
import { NotOurs, stepsBelow } from './steps-below.js';
import { closing, holdBelow, makeBelow } from './walk.js';

export interface FoundFile {
  readonly kind: NodeFileKind;
  readonly mode: number;
  readonly size: number;
}

/**
 * A directory that this run created, with its contents. Whatever others put or swap there meanwhile, nothing
 * outside of it is read, created, changed or removed: every path is walked from a handle of the root, no
 * component may be a link or a mount point, and only regular files are opened. Paths are absolute or relative
 * to the root.
 */
export class OwnTree {
  readonly root: string;

  constructor(root: string) {
    this.root = root;
  }

  /** Whether the path is inside, judged by its text. */
  has(path: string): boolean {
    return path.startsWith('/') && (stepsBelow(this.root, path)?.length ?? 0) > 0;
  }

  /** Creates the directory and those above it; the mode applies to the last one, if it is new. */
  makeDir(path: string, mode = 0o755): void {
    namedError(path, () => {
      makeBelow(this.root, this.#steps(path), mode).close();
    });
  }

  /** Replaces the file atomically: nobody sees half of it, or can write to it before it is complete. */
  writeFile(path: string, content: string | Uint8Array, mode = 0o644): void {
    this.#replace(path, (temporary) => {
      const handle = openSync(temporary, newFile, 0o600);
      try {
        writeFileSync(handle, content);
        fchmodSync(handle, mode);
      } finally {
        closeSync(handle);
      }
    });
  }

  /** Creates a file for writing; the caller closes it. */
  newFile(path: string, mode = 0o644): number {
    return this.#at(path, (dir, name) => openSync(`${dir.path}/${name}`, newFile, mode));
  }

  /** Reads part of a regular file; undefined if there is none. */
  read(path: string, part: Part): Buffer | undefined {
    const handle = this.openFile(path);
    if (handle === undefined) return undefined;
    try {
      return readPart(handle, part);
    } finally {
      closeSync(handle);
    }
  }

  /** Opens a regular file for reading; the caller closes it. Undefined if there is none. */
  openFile(path: string): number | undefined {
    return this.#ifThere(path, (dir, name) =>
      dir.pin(name, (pinned) => (pinned.stats.isFile() ? openRegularFile(pinned, path) : undefined)),
    );
  }

  /** Creates a symbolic link; it only replaces another link. */
  link(target: string, path: string): void {
    this.#replace(path, (temporary, before) => {
      if (before !== undefined && before !== 'link') throw new NotOurs(`${path} is a ${before}, not a link`);
      symlinkSync(target, temporary);
    });
  }

  linkTarget(path: string): string | undefined {
    return this.#ifThere(path, (dir, name) => readlinkSync(`${dir.path}/${name}`));
  }

  /** Does not follow links; undefined if there is nothing, or the path contains a link. */
  look(path: string): FoundFile | undefined {
    return this.#ifThere(path, (dir, name) =>
      dir.pin(name, ({ stats }) => ({
        kind: kindOf(stats),
        mode: stats.mode & 0o7777,
        size: stats.size,
      })),
    );
  }

  /** Names in a directory, at most `max`; empty if there is none. */
  list(path: string, max = 10_000): readonly string[] {
    const names = ifThere(() => this.#in(this.#steps(path), (dir) => namesIn(dir, max)));
    return names ?? [];
  }

  /** Replaces the target; follows no link on either side. */
  rename(from: string, to: string): void {
    this.#at(from, (source, old) => {
      this.#at(to, (target, name) => {
        renameSync(`${source.path}/${old}`, `${target.path}/${name}`);
      });
    });
  }

  setMode(path: string, mode: number): void {
    this.#change(path, (pinned) => {
      chmodSync(pinned.path, mode);
    });
  }

  setGroup(path: string, gid: number): void {
    this.#change(path, (pinned) => {
      chownSync(pinned.path, pinned.stats.uid, gid);
    });
  }

  /** Removes the path recursively, in steps; it may be missing. */
  *removal(path: string): Generator<void> {
    const { name, above } = this.#last(path);
    const dir = ifThere(() => holdBelow(this.root, above));
    if (dir === undefined) return;
    try {
      yield* removal(dir, name);
    } catch (error) {
      throw withPath(error, path);
    } finally {
      dir.close();
    }
  }

  #steps(path: string): readonly string[] {
    const steps = stepsBelow(this.root, path);
    if (steps === undefined) throw new NotOurs(`${path} is not below ${this.root}`);
    return steps;
  }

  #in<T>(steps: readonly string[], act: (dir: HeldDirectory) => T): T {
    return closing(holdBelow(this.root, steps), act);
  }

  /** Calls `act` with the directory of a path and the name in it. */
  #at<T>(path: string, act: (dir: HeldDirectory, name: string) => T): T {
    const { name, above } = this.#last(path);
    return namedError(path, () => this.#in(above, (dir) => act(dir, name)));
  }

  #last(path: string): { readonly name: string; readonly above: readonly string[] } {
    const steps = this.#steps(path);
    const name = steps.at(-1);
    if (name === undefined) throw new NotOurs(`${path} is ${this.root} itself`);
    return { name, above: steps.slice(0, -1) };
  }

  #ifThere<T>(path: string, act: (dir: HeldDirectory, name: string) => T): T | undefined {
    return ifThere(() => this.#at(path, act));
  }

  /** Only if the file has no other hard link: it would change there, too. */
  #change(path: string, act: (pinned: PinnedEntry) => void): void {
    this.#at(path, (dir, name) => {
      dir.pin(name, (pinned) => {
        const { stats } = pinned;
        const isOne = stats.isDirectory() || (stats.isFile() && stats.nlink === 1);
        if (!isOne) throw new NotOurs(`${path} is neither a directory nor a file with a single link`);
        act(pinned);
      });
    });
  }

  #replace(path: string, make: (temporary: string, before: NodeFileKind | undefined) => void): void {
    const { name, above } = this.#last(path);
    namedError(path, () => {
      closing(makeBelow(this.root, above, 0o755), (dir) => {
        const temporary = `${dir.path}/${passingName()}`;
        try {
          make(
            temporary,
            ifThere(() => dir.pin(name, ({ stats }) => kindOf(stats))),
          );
          renameSync(temporary, `${dir.path}/${name}`);
        } catch (error) {
          ifThere(() => {
            unlinkSync(temporary);
          });
          throw error;
        }
      });
    });
  }
}

const newFile = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
