// SPDX-License-Identifier: Apache-2.0
import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';

export interface Canaries {
  /** All of them are below it. */
  readonly root: string;
  /** Contains files named as logs, and as rotated ones. */
  readonly directory: string;
  /** Only root can read it; contains the token. */
  readonly secret: string;
  readonly pipe: string;
  /** In every file: if it turns up anywhere, a file was read. */
  readonly token: string;
  /** Without `.log`, of the nth file next to it; with as many `..` as possible. */
  readonly logAbove: (nth: number) => string;
  /** What has changed, as sentences. */
  readonly harm: () => readonly string[];
}

const logs = 40;

/** Creates foreign files of each kind that a path in an answer can name. */
export function plantCanaries(root: string): Canaries {
  const token = `CANARY-${randomUUID()}`;
  const directory = join(root, 'victims');
  mkdirSync(directory, { recursive: true });
  const write = (name: string, mode = 0o600): void => {
    writeFileSync(join(directory, name), `${name} ${token}\n`, { mode });
  };
  for (const name of [
    'shadow',
    'shadow-',
    'shadow.rotated',
    'shadow.20260101-000000',
    '0.log',
    'main.log',
    'box.log',
  ])
    write(name);
  for (let nth = 0; nth < logs; nth++) write(`auth${nth}.log`, 0o644);
  writeFileSync(join(root, 'secret'), `${token}\n`, { mode: 0o600 });
  mkdirSync(join(root, 'behind'));
  writeFileSync(join(root, 'behind', '0.log'), `${token}\n`, { mode: 0o640 });
  symlinkSync(join(root, 'behind'), join(directory, 'link'));
  symlinkSync(join(root, 'secret'), join(directory, 'linked.log'));
  execFileSync('mkfifo', [join(root, 'pipe')]);
  const before = stateBelow(root);
  return {
    root,
    directory,
    token,
    secret: join(root, 'secret'),
    pipe: join(root, 'pipe'),
    logAbove: (nth) => `${'/..'.repeat(24)}${directory}/auth${nth % logs}`,
    harm: () => differences(before, stateBelow(root)),
  };
}

/** Of every file: kind, mode, owner, inode, time of its last change, content. */
export function stateBelow(root: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const look = (path: string): void => {
    const stat = lstatSync(path);
    const is = [stat.mode.toString(8), stat.uid, stat.gid, stat.ino, stat.nlink].join(' ');
    if (stat.isDirectory()) {
      found.set(path, is);
      for (const name of readdirSync(path)) look(join(path, name));
    } else if (stat.isSymbolicLink()) found.set(path, `${is} -> ${readlinkSync(path)}`);
    else if (stat.isFile()) found.set(path, `${is} ${stat.mtimeMs} ${readFileSync(path, 'utf8')}`);
    else found.set(path, is);
  };
  look(root);
  return found;
}

export function differences(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): readonly string[] {
  const shown = (is = 'gone'): string => JSON.stringify(is.slice(0, 120));
  const changed = [...before].filter(([path, was]) => after.get(path) !== was);
  const added = [...after.keys()].filter((path) => !before.has(path));
  return [
    ...changed.map(([path, was]) => `${path} was ${shown(was)}, is ${shown(after.get(path))}`),
    ...added.map((path) => `${path} is new`),
  ];
}

export interface CanaryServer extends AsyncDisposable {
  readonly url: string;
  /** Connections made to it; there must be none. */
  readonly contacts: () => number;
}

export async function startCanaryServer(): Promise<CanaryServer> {
  let contacts = 0;
  const server = createServer((socket) => {
    contacts++;
    socket.destroy();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/exec/forged`,
    contacts: () => contacts,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
      }),
  };
}
