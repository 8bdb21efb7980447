// SPDX-License-Identifier: Apache-2.0
import { statfs } from 'node:fs/promises';
import type { DiskFigures } from './image-eviction.js';

/** Of the file system that holds the directory, as the node sees it. */
export async function diskFigures(directory: string): Promise<DiskFigures | undefined> {
  const found = await statfs(directory).catch(() => undefined);
  return found && { capacityBytes: found.blocks * found.bsize, availableBytes: found.bavail * found.bsize };
}
