// SPDX-License-Identifier: Apache-2.0
import type { Buffer } from 'node:buffer';
import { dirname, join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { gzipFile } from '#files/gzip-file.js';
import { hostFiles, type HostFiles } from '#files/host-files.js';
import { OwnTree, type FoundFile } from '#files/own-tree.js';
import { realPathIn } from '#files/real-path.js';
import { NotOurs } from '#files/steps-below.js';

/**
 * The files a kubelet makes on its node, all below three directories of this run. Any other path is refused.
 * They are real files, as a runtime mounts them.
 */
export interface NodeFiles {
  readonly podLogsDir: string;
  /** The kubelet's root, usually /var/lib/kubelet. */
  readonly rootDir: string;
  /** Directory of links to all container logs: `containers`, next to the directory of pod logs. */
  readonly containerLogsDir: string;
  /** Where we asked runtimes to write logs. No other path that a runtime reports is used as a log. */
  readonly askedLogs: Set<string>;
  /** Files outside of them: host paths of manifests, files of the node. */
  readonly host: HostFiles;
  makeDir(path: string, mode?: number): Promise<void>;
  /** Replaces an existing file. */
  writeFile(path: string, content: string | Uint8Array, mode?: number): Promise<void>;
  /** A regular file, some megabytes at most; undefined: none. */
  readFile(path: string, maxBytes?: number): Promise<string | undefined>;
  /** The last bytes of a regular file; undefined: none. */
  readTail(path: string, bytes: number): Promise<Buffer | undefined>;
  /** Names in a directory, ten thousand at most; empty: no directory. */
  list(path: string): Promise<readonly string[]>;
  /** Makes a symbolic link at `path`; replaces an existing one. */
  link(target: string, path: string): Promise<void>;
  /** Where a symbolic link points; undefined: none. */
  linkTarget(path: string): Promise<string | undefined>;
  /** Of a regular file; undefined: none. */
  sizeOf(path: string): Promise<number | undefined>;
  /** Replaces an existing file. */
  rename(from: string, to: string): Promise<void>;
  /** Makes a compressed copy. */
  gzip(from: string, to: string): Promise<void>;
  /** Without following links; undefined: nothing there. */
  look(path: string): Promise<FoundFile | undefined>;
  /** The path with all links resolved; undefined: nothing there, or links lead out of our directories. */
  realPath(path: string): Promise<string | undefined>;
  setMode(path: string, mode: number): Promise<void>;
  setGroup(path: string, gid: number): Promise<void>;
  /** Removes a file or a whole directory, if it exists. */
  remove(path: string): Promise<void>;
}

/** A kubelet reads and writes shorter files. */
const maxFileBytes = 4 << 20;

/** Modes are set regardless of the umask. */
export function nodeFiles(dirs: { readonly podLogsDir: string; readonly rootDir: string }): NodeFiles {
  const containerLogsDir = join(dirname(dirs.podLogsDir), 'containers');
  const trees = [dirs.podLogsDir, dirs.rootDir, containerLogsDir].map((root) => new OwnTree(root));
  const find = (path: string): OwnTree | undefined =>
    trees.find((tree) => tree.root === path || tree.has(path));
  return {
    ...dirs,
    containerLogsDir,
    askedLogs: new Set(),
    host: hostFiles,
    ...readingIn(find),
    ...changingIn((path) => {
      const tree = find(path);
      if (tree === undefined) throw new NotOurs(`${path} is not below a directory of this run`);
      return tree;
    }),
  };
}

type ReadMethod = 'readFile' | 'readTail' | 'list' | 'linkTarget' | 'sizeOf' | 'look' | 'realPath';

function readingIn(find: (path: string) => OwnTree | undefined): Pick<NodeFiles, ReadMethod> {
  return {
    readFile: later((path, maxBytes = maxFileBytes) => find(path)?.read(path, { maxBytes })?.toString()),
    readTail: later((path, bytes) => find(path)?.read(path, { fromByte: -bytes, maxBytes: bytes })),
    list: later((path) => find(path)?.list(path) ?? []),
    linkTarget: later((path) => find(path)?.linkTarget(path)),
    sizeOf: later((path) => {
      const found = find(path)?.look(path);
      return found?.kind === 'file' ? found.size : undefined;
    }),
    look: later((path) => find(path)?.look(path)),
    realPath: later((path) => {
      const tree = find(path);
      return tree && realPathIn(tree, path);
    }),
  };
}

type ChangeMethod = 'makeDir' | 'writeFile' | 'link' | 'rename' | 'gzip' | 'setMode' | 'setGroup' | 'remove';

function changingIn(treeOf: (path: string) => OwnTree): Pick<NodeFiles, ChangeMethod> {
  return {
    makeDir: later((path, mode) => {
      treeOf(path).makeDir(path, mode);
    }),
    writeFile: later((path, content, mode) => {
      treeOf(path).writeFile(path, content, mode);
    }),
    link: later((target, path) => {
      treeOf(path).link(target, path);
    }),
    rename: later((from, to) => {
      treeOf(from).rename(from, to);
    }),
    gzip: async (from, to) => {
      await turn();
      await gzipFile(treeOf(from), from, to);
    },
    setMode: later((path, mode) => {
      treeOf(path).setMode(path, mode);
    }),
    setGroup: later((path, gid) => {
      treeOf(path).setGroup(path, gid);
    }),
    remove: async (path) => {
      await turn();
      let removed = 0;
      const steps = treeOf(path).removal(path);
      while (steps.next().done !== true) if ((removed += 1) % namesPerTurn === 0) await turn();
    },
  };
}

/** Names removed before other work gets a turn. */
const namesPerTurn = 256;

/** Lets other work run first, as a real disk would. */
function later<A extends readonly unknown[], T>(act: (...args: A) => T): (...args: A) => Promise<T> {
  return async (...args) => {
    await turn();
    return act(...args);
  };
}
