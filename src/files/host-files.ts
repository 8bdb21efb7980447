// SPDX-License-Identifier: Apache-2.0
import { chmod, mkdir, open, readlink, realpath, stat, statfs } from 'node:fs/promises';
import { kindOf, readBounded } from './read-bounded.js';
import { ifThere } from './file-errors.js';
import type { FoundFile } from './own-tree.js';

/** Files that the user named, as in a hostPath, or that every node has. Only reads have a size limit. */
export interface HostFiles {
  /** Follows links; undefined: there is nothing. */
  look(path: string): Promise<FoundFile | undefined>;
  makeDir(path: string, mode?: number): Promise<void>;
  /** Creates an empty file, if there is none. */
  makeFile(path: string): Promise<void>;
  /** Reads a regular file; undefined if there is none. */
  readFile(path: string): Promise<string | undefined>;
  linkTarget(path: string): Promise<string | undefined>;
  realPath(path: string): Promise<string | undefined>;
}

const maxFileBytes = 4 << 20;

export const hostFiles: HostFiles = {
  look: async (path) => {
    const found = await stat(path).catch(() => undefined);
    return found && { kind: kindOf(found), mode: found.mode & 0o7777, size: found.size };
  },
  makeDir: async (path, mode = 0o755) => {
    if ((await mkdir(path, { recursive: true })) !== undefined) await chmod(path, mode);
  },
  makeFile: async (path) => {
    const file = await open(path, 'wx', 0o644);
    await file.close();
  },
  readFile: (path) =>
    Promise.resolve(ifThere(() => readBounded(path, { maxBytes: maxFileBytes }).toString())),
  linkTarget: async (path) => readlink(path).catch(() => undefined),
  realPath: async (path) => realpath(path).catch(() => undefined),
};

/** The same text for the same file; another one, even with the same name, has another. undefined: there is none. */
export async function fileIdentity(path: string): Promise<string | undefined> {
  const found = await stat(path, { bigint: true }).catch(() => undefined);
  return found && [found.dev, found.ino, found.ctimeNs].join(' ');
}

interface Space {
  readonly capacityBytes: number;
  readonly availableBytes: number;
}

/** Space on the file system of the directory, as the node sees it; undefined: no such directory. */
export async function spaceAt(directory: string): Promise<Space | undefined> {
  const found = await statfs(directory).catch(() => undefined);
  return found && { capacityBytes: found.blocks * found.bsize, availableBytes: found.bavail * found.bsize };
}
