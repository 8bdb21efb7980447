// SPDX-License-Identifier: Apache-2.0
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { attemptOr } from '#base/attempt-or.js';
import { textOfFile } from '#files/text-of-file.js';

/** Drivers whose devices exist before anything is behind them. */
const spare = /^(loop|nbd|ram)\d+$/;

/**
 * A block device that nobody uses: nothing is behind it, so nothing can be read from it or written to it. The last
 * one, because tools take the first. Undefined: there is none. `root` prefixes every path.
 */
export function unusedBlockDevice(root = '/'): string | undefined {
  const names = attemptOr([], () => readdirSync(join(root, 'sys/block'))).filter((name) => spare.test(name));
  const unused = names.filter((name) => textOfFile(join(root, 'sys/block', name, 'size')).trim() === '0');
  const paths = unused.map((name) => `/dev/${name}`).filter((path) => isBlockDevice(join(root, path)));
  return paths.sort((one, other) => one.localeCompare(other, 'en', { numeric: true })).at(-1);
}

const isBlockDevice = (path: string): boolean => attemptOr(false, () => statSync(path).isBlockDevice());
