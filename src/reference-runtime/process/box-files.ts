// SPDX-License-Identifier: Apache-2.0
import { piecesOf } from './pieces.js';
import type { Execute, Executors } from './statement.js';
import type { VirtualProcess } from './virtual-process.js';

const kinds = { file: 'file', dir: 'dir', link: 'link', device: 'char', other: 'fifo' } as const;
const pollMs = 20;

const writer =
  (append: boolean): Execute<'put' | 'append'> =>
  (process, { path, text }) => {
    process.files.write(process.path(path), Buffer.from(`${text}\n`), { append, actor: process.setup.user });
  };

function describe(process: VirtualProcess, path: string): string {
  const stat = process.files.stat(process.path(path));
  if (stat === undefined) return `${path} missing\n`;
  return `${path} ${kinds[stat.kind]} ${(stat.mode & 0o7777).toString(8).padStart(4, '0')} ${stat.uid} ${stat.gid} ${stat.size}\n`;
}

/** What opening gives: nothing, or EPERM. */
const opened = (may: boolean): number => (may ? 0 : 1);

function describeDevice(process: VirtualProcess, path: string): string {
  const stat = process.files.stat(process.path(path));
  if (stat === undefined) return `${path} missing\n`;
  const { kind, number, mayRead, mayWrite } = stat.device ?? {
    kind: kinds[stat.kind],
    number: '0:0',
    mayRead: true,
    mayWrite: true,
  };
  return `${path} ${kind} ${number} read ${opened(mayRead)} write ${opened(mayWrite)}\n`;
}

async function awaitPath(process: VirtualProcess, path: string): Promise<void> {
  while (process.files.stat(process.path(path)) === undefined) await process.sleep(pollMs);
}

type Verbs = 'put' | 'append' | 'cat' | 'stat' | 'device' | 'await' | 'remove' | 'mkdir';

export const fileStatements: Executors<Verbs> = {
  put: writer(false),
  append: writer(true),
  cat: (process, { path }) => process.pour(piecesOf(process.read(path))),
  stat: (process, { path }) => {
    process.print(describe(process, path));
  },
  device: (process, { path }) => {
    process.print(describeDevice(process, path));
  },
  await: (process, { path }) => awaitPath(process, path),
  remove: (process, { path }) => {
    const full = process.path(path);
    if (process.files.stat(full) !== undefined) process.files.remove(full, process.setup.user);
  },
  mkdir: (process, { path }) => {
    const full = process.path(path);
    if (process.files.stat(full) === undefined) process.files.mkdir(full, process.setup.user);
  },
};
