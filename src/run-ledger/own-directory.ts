// SPDX-License-Identifier: Apache-2.0
import { mkdirSync, readdirSync, renameSync, rmdirSync, rmSync, writeFileSync, type Stats } from 'node:fs';
import { basename, dirname, isAbsolute, join, normalize } from 'node:path';
import { codeOf, entryAt } from '#files/file-errors.js';
import { OwnTree } from '#files/own-tree.js';
import { refuseUntrustedState } from '#files/refuse-untrusted.js';
import { ourselves } from '#files/trusted.js';

export const marker = '.made-by-criprobe';

/** Creates a directory that cleanup may delete. Existing content stays, and becomes ours. */
export function createOwnDirectory(path: string): void {
  if (entryAt(path) !== undefined) {
    mark(path);
    return;
  }
  mkdirSync(dirname(path), { recursive: true, mode: 0o755 });
  const draft = `${path}${draftMark}${process.pid}`;
  mkdirSync(draft, { mode: 0o700 });
  mark(draft);
  try {
    // The rename makes name and marker appear together, whenever we are killed.
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    // Another run created the same one meanwhile.
    if (!isOwnDirectory(path)) throw error;
  }
}

const draftMark = '.new-';

/** Drafts that were incomplete when we were killed. */
export function draftsOf(path: string): string[] {
  const parent = dirname(path);
  const isDraft = (name: string): boolean => name.startsWith(`${basename(path)}${draftMark}`);
  if (entryAt(parent)?.isDirectory() !== true) return [];
  return readdirSync(parent)
    .filter(isDraft)
    .map((name) => join(parent, name));
}

function mark(path: string): void {
  if (isOwnDirectory(path)) return;
  refuseUntrustedState(path, `The directory ${path}`);
  const text = 'criprobe created this directory and deletes it with everything in it.\n';
  writeFileSync(join(path, marker), text, { flag: 'wx', mode: 0o600 });
}

/**
 * Only a directory with our marker may be deleted, whatever a ledger says; and only we, or root, can have
 * written it.
 */
export function isOwnDirectory(path: string): boolean {
  if (!isAbsolute(path) || normalize(path) !== path) return false;
  const [directory, mark] = [entryAt(path), entryAt(join(path, marker))];
  return isOurs(directory) && directory.isDirectory() && isOurs(mark) && mark.isFile();
}

function isOurs(found: Stats | undefined): found is Stats {
  return found !== undefined && ourselves().has(found.uid);
}

/**
 * Deletes the marker last: what an interrupted removal leaves is still ours. Containers could write to much
 * of the directory, so no link in it is followed and no mount entered, even if somebody swaps them meanwhile.
 */
export function deleteOwnDirectory(path: string): void {
  const tree = new OwnTree(path);
  for (const name of readdirSync(path).filter((one) => one !== marker)) remove(tree, name);
  remove(tree, marker);
  try {
    rmdirSync(path);
  } catch (error) {
    // Somebody has just created something in it. Without the marker nobody could delete it any more.
    if (entryAt(path) !== undefined) mark(path);
    throw error;
  }
}

const maxTries = 4;
const retryMs = 100;
const busyCodes = new Set(['EBUSY', 'ENOTEMPTY', 'EMFILE', 'ENFILE']);

/** A process that is ending may still hold something for a moment. */
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
