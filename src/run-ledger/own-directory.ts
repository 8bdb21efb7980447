// SPDX-License-Identifier: Apache-2.0
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { isAbsolute, join, normalize } from 'node:path';

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

/** The marker goes last: what an interrupted removal leaves is still ours. */
export function deleteOwnDirectory(path: string): void {
  const options = { recursive: true, force: true, maxRetries: 3, retryDelay: 100 };
  for (const name of readdirSync(path).filter((one) => one !== marker)) rmSync(join(path, name), options);
  rmSync(path, options);
}
