// SPDX-License-Identifier: Apache-2.0
import { randomBytes } from 'node:crypto';
import { opendirSync, renameSync, rmdirSync, unlinkSync } from 'node:fs';
import { codeOf } from './file-errors.js';
import { enterIfThere, type HeldDirectory } from './held-directory.js';

/** Names in a directory, at most `max`. */
export function namesIn({ path }: HeldDirectory, max: number): readonly string[] {
  const names: string[] = [];
  const dir = opendirSync(path, { bufferSize: 256 });
  try {
    while (names.length < max) {
      const entry = dir.readSync();
      if (entry === null) break;
      names.push(entry.name);
    }
  } finally {
    dir.closeSync();
  }
  return names;
}

/** A name for a temporary entry. */
export function passingName(): string {
  return `.criprobe-${randomBytes(8).toString('hex')}`;
}

const namesAtOnce = 512;
/** Each level holds a handle; deeper levels are moved up and removed from there. */
const maxDepth = 12;
/** Somebody may keep filling the directory while we empty it. */
const maxRounds = 10_000;

/**
 * Removes the entry `name` of `dir` recursively, in steps. Unlinks links without following them, even if
 * others swap entries meanwhile; touches nothing on another mount.
 */
export function* removal(dir: HeldDirectory, name: string): Generator<void> {
  const deep: string[] = [name];
  for (let next = deep.pop(); next !== undefined; next = deep.pop()) {
    yield* removeEntry(dir, next, {
      depth: 0,
      moveUp: (from) => {
        const to = passingName();
        renameSync(from, `${dir.path}/${to}`);
        deep.push(to);
      },
    });
  }
}

interface RemovalState {
  readonly depth: number;
  readonly moveUp: (path: string) => void;
}

function* removeEntry(dir: HeldDirectory, name: string, { depth, moveUp }: RemovalState): Generator<void> {
  const path = `${dir.path}/${name}`;
  if (isUnlinked(dir, name)) {
    yield;
    return;
  }
  if (depth === maxDepth) {
    moveUp(path);
    return;
  }
  for (let round = 0; round < maxRounds; round += 1) {
    yield* emptied(dir, name, { depth: depth + 1, moveUp });
    if (isRemoved(path)) return;
  }
  throw new Error(`${name} is filled faster than it can be emptied`);
}

function* emptied(dir: HeldDirectory, name: string, removing: RemovalState): Generator<void> {
  const below = enterIfThere(dir, name);
  // Somebody else has removed it.
  if (below === undefined) return;
  try {
    for (const each of namesIn(below, namesAtOnce)) yield* removeEntry(below, each, removing);
  } finally {
    below.close();
  }
}

/** False: it is a directory. */
function isUnlinked(dir: HeldDirectory, name: string): boolean {
  try {
    unlinkSync(`${dir.path}/${name}`);
    return true;
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT') return true;
    // Linux says EISDIR; others say EPERM, which may have other reasons.
    if (code === 'EISDIR' || (code === 'EPERM' && isDirectory(dir, name))) return false;
    throw error;
  }
}

function isDirectory(dir: HeldDirectory, name: string): boolean {
  return dir.pin(name, ({ stats }) => stats.isDirectory());
}

function isRemoved(path: string): boolean {
  try {
    rmdirSync(path);
    return true;
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOTEMPTY' || code === 'EEXIST') return false;
    if (code === 'ENOENT') return true;
    throw error;
  }
}
