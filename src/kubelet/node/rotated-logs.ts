// SPDX-License-Identifier: Apache-2.0
import { basename, dirname } from 'node:path';
import type { NodeFiles } from '../context/node-files.js';

const compressed = '.gz';
const unfinished = '.tmp';

/**
 * logs/container_log_manager.go, rotateLog: removes old and left-over files, and compresses the rest, before
 * a rotation.
 */
export async function makeRoomForRotation(node: NodeFiles, log: string, maxFiles: number): Promise<void> {
  const dir = dirname(log);
  const names = await node.list(dir);
  const { keep, remove } = sortOut(
    names.filter((name) => name.startsWith(`${basename(log)}.`)),
    maxFiles,
  );
  for (const name of remove) await node.remove(`${dir}/${name}`);
  for (const name of keep) if (!name.endsWith(compressed)) await compress(node, `${dir}/${name}`);
}

/**
 * logs/container_log_manager.go, filterUnusedLogs and removeExcessLogs. The current log and the one about to
 * be rotated count as files.
 */
export function sortOut(
  rotated: readonly string[],
  maxFiles: number,
): { readonly keep: readonly string[]; readonly remove: readonly string[] } {
  const isUsed = (name: string): boolean =>
    !name.endsWith(unfinished) && (name.endsWith(compressed) || !rotated.includes(name + compressed));
  const oldestFirst = rotated.filter(isUsed).toSorted((a, b) => (a < b ? -1 : 1));
  const surplus = Math.max(0, oldestFirst.length - Math.max(0, maxFiles - 2));
  return {
    keep: oldestFirst.slice(surplus),
    remove: [...rotated.filter((name) => !isUsed(name)), ...oldestFirst.slice(0, surplus)],
  };
}

/** logs/container_log_manager.go, rotateLatestLog: local time, in seconds. */
export function rotatedName(log: string, now: Date): string {
  const two = (number: number): string => String(number).padStart(2, '0');
  const date = `${now.getFullYear()}${two(now.getMonth() + 1)}${two(now.getDate())}`;
  return `${log}.${date}-${[now.getHours(), now.getMinutes(), now.getSeconds()].map(two).join('')}`;
}

/** logs/container_log_manager.go, compressLog. */
async function compress(node: NodeFiles, path: string): Promise<void> {
  const partial = `${path}${unfinished}`;
  try {
    await node.gzip(path, partial);
    await node.rename(partial, `${path}${compressed}`);
  } catch (error) {
    await node.remove(partial);
    throw error;
  }
  await node.remove(path);
}
