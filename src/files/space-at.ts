// SPDX-License-Identifier: Apache-2.0
import { statfs } from 'node:fs/promises';

interface Space {
  readonly capacityBytes: number;
  readonly availableBytes: number;
}

/** Of the file system that holds the directory, as the node sees it; undefined where there is none. */
export async function spaceAt(directory: string): Promise<Space | undefined> {
  const found = await statfs(directory).catch(() => undefined);
  return found && { capacityBytes: found.blocks * found.bsize, availableBytes: found.bavail * found.bsize };
}
