// SPDX-License-Identifier: Apache-2.0
import { existsSync, mkdirSync, readdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { isAbsolute, join, normalize } from 'node:path';
import { codeOf } from '#files/file-errors.js';
import { OwnTree } from '#files/own-tree.js';

const marker = '.made-by-criprobe';

/** Makes a directory that cleanup may delete. Existing content stays, and becomes ours. */
export function createOwnDirectory(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o755 });
  writeFileSync(join(path, marker), 'criprobe made this directory and deletes it with everything in it.\n');
}

/** Only what carries our marker may be deleted, whatever a ledger says. */
export function isOwnDirectory(path: string): boolean {
  return isAbsolute(path) && normalize(path) === path && existsSync(join(path, marker));
}

/**
 * The marker goes last: what an interrupted removal leaves is still ours. Containers could write to much of it, so that
 * no link in it is followed and no mount in it is entered, however often somebody turns them meanwhile.
 */
export function deleteOwnDirectory(path: string): void {
  const tree = new OwnTree(path);
  for (const name of readdirSync(path).filter((one) => one !== marker)) remove(tree, name);
  remove(tree, marker);
  rmdirSync(path);
}

const maxTries = 4;
const retryMs = 100;
const busyCodes = new Set(['EBUSY', 'ENOTEMPTY', 'EMFILE', 'ENFILE']);

/** Who still ends may hold something for a moment. */
function remove(tree: OwnTree, name: string, tries = 1): void {
  try {
    const steps = tree.removal(name);
    while (steps.next().done !== true);
  } catch (error) {
    if (tries === maxTries || !busyCodes.has(codeOf(error) ?? '')) throw error;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, retryMs);
    remove(tree, name, tries + 1);
  }
}
