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
import type { HeldDirectory, Pinned } from './held-directory.js';
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
 * A directory that this run made, and what is in it. Whatever others put there or turn while we look, nothing outside
 * of it is read, made, changed or removed: every path is walked from a handle of the root, no name in it may be a link
 * or a mount, and only regular files are opened. Paths are absolute or relative to the root.
 */
export class OwnTree {
  readonly root: string;

  constructor(root: string) {
    this.root = root;
  }

  /** Whether a path names something in here, as a text. */
  has(path: string): boolean {
    return path.startsWith('/') && (stepsBelow(this.root, path)?.length ?? 0) > 0;
  }

  /** With all directories above it; the mode is for the last one, if it was not there. */
  makeDir(path: string, mode = 0o755): void {
    namedError(path, () => {
      makeBelow(this.root, this.#steps(path), mode).close();
    });
  }

  /** A new file that takes the place of what is there, so that nobody ever sees half of it or writes to it before. */
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

  /** For writing, a file that was not there, to be closed by the caller. */
  newFile(path: string, mode = 0o644): number {
    return this.#at(path, (dir, name) => openSync(`${dir.path}/${name}`, newFile, mode));
  }

  /** Of a regular file; undefined where there is none. */
  read(path: string, part: Part): Buffer | undefined {
    const handle = this.openFile(path);
    if (handle === undefined) return undefined;
    try {
      return readPart(handle, part);
    } finally {
      closeSync(handle);
    }
  }

  /** For reading, a regular file, to be closed by the caller; undefined where there is none. */
  openFile(path: string): number | undefined {
    return this.#ifThere(path, (dir, name) =>
      dir.pin(name, (pinned) => (pinned.stats.isFile() ? openRegularFile(pinned, path) : undefined)),
    );
  }

  /** A symbolic link; it replaces no other thing than a link. */
  link(target: string, path: string): void {
    this.#replace(path, (temporary, before) => {
      if (before !== undefined && before !== 'link') throw new NotOurs(`${path} is a ${before}, not a link`);
      symlinkSync(target, temporary);
    });
  }

  linkTarget(path: string): string | undefined {
    return this.#ifThere(path, (dir, name) => readlinkSync(`${dir.path}/${name}`));
  }

  /** Not behind links; undefined where there is nothing, or the way leads through a link. */
  look(path: string): FoundFile | undefined {
    return this.#ifThere(path, (dir, name) =>
      dir.pin(name, ({ stats }) => ({
        kind: kindOf(stats),
        mode: stats.mode & 0o7777,
        size: stats.size,
      })),
    );
  }

  /** Names in a directory, so many at most; empty where there is none. */
  list(path: string, max = 10_000): readonly string[] {
    const names = ifThere(() => this.#in(this.#steps(path), (dir) => namesIn(dir, max)));
    return names ?? [];
  }

  /** Replaces what is there, and follows no link at either end. */
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

  /** Removes it with all below it, step by step; nothing there is fine. */
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

  /** The directory that a path lies in, and its name there. */
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

  /** Only what has no other name: it would be changed there, too. */
  #change(path: string, act: (pinned: Pinned) => void): void {
    this.#at(path, (dir, name) => {
      dir.pin(name, (pinned) => {
        const { stats } = pinned;
        const isOne = stats.isDirectory() || (stats.isFile() && stats.nlink === 1);
        if (!isOne) throw new NotOurs(`${path} is not a directory and not a file with one name`);
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
