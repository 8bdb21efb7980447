// SPDX-License-Identifier: Apache-2.0
import { piecesOf } from './pieces.js';
import type { Statement } from './statement.js';
import type { VirtualProcess } from './virtual-process.js';

const kinds = { file: 'file', dir: 'dir', link: 'link', device: 'char', other: 'fifo' } as const;
const pollMs = 20;

const writer =
  (append: boolean): Statement =>
  (process, { words, rest }) => {
    process.files.write(process.path(words[0] ?? ''), Buffer.from(`${rest(1)}\n`), {
      append,
      actor: process.setup.user,
    });
  };

function describe(process: VirtualProcess, path: string): string {
  const stat = process.files.stat(process.path(path));
  if (stat === undefined) return `${path} missing\n`;
  return `${path} ${kinds[stat.kind]} ${(stat.mode & 0o7777).toString(8).padStart(4, '0')} ${stat.uid} ${stat.gid} ${stat.size}\n`;
}

async function awaitPath(process: VirtualProcess, path: string): Promise<void> {
  while (process.files.stat(process.path(path)) === undefined) await process.sleep(pollMs);
}

export const fileStatements: Readonly<Record<string, Statement>> = {
  put: writer(false),
  append: writer(true),
  cat: (process, { rest }) => process.pour(piecesOf(process.read(rest(0)))),
  stat: (process, { rest }) => {
    process.print(describe(process, rest(0)));
  },
  await: (process, { rest }) => awaitPath(process, rest(0)),
  remove: (process, { rest }) => {
    const path = process.path(rest(0));
    if (process.files.stat(path) !== undefined) process.files.remove(path, process.setup.user);
  },
  mkdir: (process, { rest }) => {
    const path = process.path(rest(0));
    if (process.files.stat(path) === undefined) process.files.mkdir(path, process.setup.user);
  },
};
