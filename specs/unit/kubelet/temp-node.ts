// SPDX-License-Identifier: Apache-2.0
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nodeFiles, type NodeFiles } from '#kubelet/context/node-files.js';

export interface TempNode {
  readonly node: NodeFiles;
  remove(): Promise<void>;
}

/** Real files, in a directory of their own. */
export function tempNode(): TempNode {
  const dir = mkdtempSync(join(tmpdir(), 'criprobe-node-'));
  return {
    node: nodeFiles({ podLogsDir: join(dir, 'pods'), rootDir: join(dir, 'kubelet') }),
    remove: () => rm(dir, { recursive: true, force: true }),
  };
}
