// SPDX-License-Identifier: Apache-2.0
import { chmod, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** The files a kubelet prepares, reads and removes on its node. Real ones: a runtime mounts them. */
export interface NodeFiles {
  readonly podLogsDir: string;
  /** The kubelet's root, usually /var/lib/kubelet. */
  readonly rootDir: string;
  makeDir(path: string, mode?: number): Promise<void>;
  /** Creates or truncates. */
  writeFile(path: string, text: string, mode?: number): Promise<void>;
  /** Undefined where there is none. */
  readFile(path: string): Promise<string | undefined>;
  /** Names in a directory; empty where there is none. */
  list(path: string): Promise<readonly string[]>;
  /** A symbolic link at `path`; replaces one that is there. */
  link(target: string, path: string): Promise<void>;
  /** Removes a file or a whole directory; nothing there is fine. */
  remove(path: string): Promise<void>;
}

/** The real thing. Modes are set whatever the umask says. */
export function nodeFiles(dirs: { readonly podLogsDir: string; readonly rootDir: string }): NodeFiles {
  return {
    ...dirs,
    makeDir: async (path, mode = 0o755) => {
      if ((await mkdir(path, { recursive: true })) !== undefined) await chmod(path, mode);
    },
    writeFile: async (path, text, mode = 0o644) => {
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, text);
      await chmod(path, mode);
    },
    readFile: async (path) => readFile(path, 'utf8').catch(() => undefined),
    list: async (path) => readdir(path).catch(() => []),
    link: async (target, path) => {
      await mkdir(dirname(path), { recursive: true });
      await rm(path, { force: true });
      await symlink(target, path);
    },
    remove: async (path) => rm(path, { recursive: true, force: true }),
  };
}
