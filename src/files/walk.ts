// SPDX-License-Identifier: Apache-2.0
import { chmodSync, mkdirSync } from 'node:fs';
import { codeOf } from './file-errors.js';
import { enterIfThere, holdDirectory, type HeldDirectory } from './held-directory.js';

/** Opens the directory at `steps` below the root, component by component. */
export function holdBelow(root: string, steps: readonly string[]): HeldDirectory {
  let here = holdDirectory(root);
  for (const name of steps) here = exchanged(here, () => here.enter(name));
  return here;
}

/** Also creates missing directories; the last one gets the mode. */
export function makeBelow(root: string, steps: readonly string[], mode: number): HeldDirectory {
  const begin = holdOrMake(root);
  let { here, made } = begin;
  for (const name of steps) {
    here = exchanged(here, () => {
      // Most are there, and a failed mkdir costs more than the rest of the step.
      const known = enterIfThere(here, name);
      made = known === undefined && isMade(`${here.path}/${name}`);
      return known ?? here.enter(name);
    });
  }
  if (!made) return here;
  try {
    chmodSync(here.path, mode);
    return here;
  } catch (error) {
    here.close();
    throw error;
  }
}

function holdOrMake(root: string): { readonly here: HeldDirectory; readonly made: boolean } {
  try {
    return { here: holdDirectory(root), made: false };
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
    mkdirSync(root, { recursive: true });
    return { here: holdDirectory(root), made: true };
  }
}

function isMade(path: string): boolean {
  try {
    mkdirSync(path);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

/** Closes one handle after opening the next. */
function exchanged(here: HeldDirectory, next: () => HeldDirectory): HeldDirectory {
  try {
    return next();
  } finally {
    here.close();
  }
}

export function closing<T>(dir: HeldDirectory, act: (dir: HeldDirectory) => T): T {
  try {
    return act(dir);
  } finally {
    dir.close();
  }
}
