// SPDX-License-Identifier: Apache-2.0
import { createReadStream, createWriteStream, type Stats } from 'node:fs';
import {
  chmod,
  chown,
  mkdir,
  open,
  readdir,
  readFile,
  readlink,
  realpath,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';

export type FileKind = 'directory' | 'file' | 'socket' | 'character device' | 'block device' | 'other';

/** The files a kubelet prepares, reads and removes on its node. Real ones: a runtime mounts them. */
export interface NodeFiles {
  readonly podLogsDir: string;
  /** The kubelet's root, usually /var/lib/kubelet. */
  readonly rootDir: string;
  /** Where a link to the log of every container is made: `containers` beside the directory of the pods' logs. */
  readonly containerLogsDir: string;
  makeDir(path: string, mode?: number): Promise<void>;
  /** Creates or truncates. */
  writeFile(path: string, content: string | Uint8Array, mode?: number): Promise<void>;
  /** Undefined where there is none. */
  readFile(path: string): Promise<string | undefined>;
  /** The last bytes of a file; undefined where there is none. */
  readTail(path: string, bytes: number): Promise<Buffer | undefined>;
  /** Names in a directory; empty where there is none. */
  list(path: string): Promise<readonly string[]>;
  /** A symbolic link at `path`; replaces one that is there. */
  link(target: string, path: string): Promise<void>;
  /** Where a symbolic link points; undefined where there is none. */
  linkTarget(path: string): Promise<string | undefined>;
  /** Of a file, through links; undefined where there is none. */
  sizeOf(path: string): Promise<number | undefined>;
  /** Replaces what is there. */
  rename(from: string, to: string): Promise<void>;
  /** A compressed copy. */
  gzip(from: string, to: string): Promise<void>;
  /** Behind links; undefined where there is nothing. */
  look(path: string): Promise<{ readonly kind: FileKind; readonly mode: number } | undefined>;
  /** Without links; undefined where there is nothing. */
  realPath(path: string): Promise<string | undefined>;
  setMode(path: string, mode: number): Promise<void>;
  setGroup(path: string, gid: number): Promise<void>;
  /** Removes a file or a whole directory; nothing there is fine. */
  remove(path: string): Promise<void>;
}

/** The real thing. Modes are set whatever the umask says. */
export function nodeFiles(dirs: { readonly podLogsDir: string; readonly rootDir: string }): NodeFiles {
  return {
    ...dirs,
    containerLogsDir: join(dirname(dirs.podLogsDir), 'containers'),
    makeDir: async (path, mode = 0o755) => {
      if ((await mkdir(path, { recursive: true })) !== undefined) await chmod(path, mode);
    },
    writeFile: async (path, content, mode = 0o644) => {
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, content);
      await chmod(path, mode);
    },
    readFile: async (path) => readFile(path, 'utf8').catch(() => undefined),
    readTail: async (path, bytes) => readTail(path, bytes).catch(() => undefined),
    list: async (path) => readdir(path).catch(() => []),
    link: async (target, path) => {
      await mkdir(dirname(path), { recursive: true });
      await rm(path, { force: true });
      await symlink(target, path);
    },
    linkTarget: async (path) => readlink(path).catch(() => undefined),
    sizeOf: async (path) =>
      stat(path).then(
        ({ size }) => size,
        () => undefined,
      ),
    rename,
    gzip: async (from, to) => pipeline(createReadStream(from), createGzip(), createWriteStream(to)),
    look: async (path) => {
      const found = await stat(path).catch(() => undefined);
      return found && { kind: kindOf(found), mode: found.mode & 0o7777 };
    },
    realPath: async (path) => realpath(path).catch(() => undefined),
    setMode: chmod,
    setGroup: async (path, gid) => chown(path, -1, gid),
    remove: async (path) => rm(path, { recursive: true, force: true }),
  };
}

function kindOf(found: Stats): FileKind {
  if (found.isDirectory()) return 'directory';
  if (found.isFile()) return 'file';
  if (found.isSocket()) return 'socket';
  if (found.isCharacterDevice()) return 'character device';
  return found.isBlockDevice() ? 'block device' : 'other';
}

async function readTail(path: string, bytes: number): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const length = Math.min(size, bytes);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, size - length);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
