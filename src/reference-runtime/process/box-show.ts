// SPDX-License-Identifier: Apache-2.0
import type { View } from '#guest/statement.js';
import type { Executors } from './statement.js';
import type { VirtualProcess } from './virtual-process.js';

type Show = (process: VirtualProcess, name?: string) => string;

const file =
  (path: string): Show =>
  (process) =>
    process.read(path).toString();
const procFile = (name: string): Show => file(`/proc/self/${name}`);

function showEnv(process: VirtualProcess, name: string | undefined): string {
  const env = process.setup.env;
  if (name === undefined) return [...env].map(([key, value]) => `${key}=${value}\n`).join('');
  const value = env.get(name);
  return value === undefined ? `${name} unset\n` : `${name}=${value}\n`;
}

const shows: Readonly<Record<View, Show>> = {
  args: (process) => process.argv.map((word) => `${word}\n`).join(''),
  env: showEnv,
  ids: ({ setup: { user } }) => `uid=${user.uid} gid=${user.gid} euid=${user.uid} egid=${user.gid}\n`,
  groups: ({ setup: { user } }) => `groups=${user.groups.join(' ')}\n`,
  caps: (process) =>
    procFile('status')(process)
      .split('\n')
      .filter((line) => /^(Cap|NoNewPrivs:|Seccomp:)/.test(line))
      .map((line) => `${line}\n`)
      .join(''),
  mounts: procFile('mountinfo'),
  cgroup: procFile('cgroup'),
  limits: procFile('limits'),
  oom: procFile('oom_score_adj'),
  hostname: (process) => `${process.setup.surroundings.hostname}\n`,
  resolv: file('/etc/resolv.conf'),
  hosts: file('/etc/hosts'),
  cwd: (process) => `${process.cwd}\n`,
  pid: (process) => `pid=${process.pid} ppid=${process.setup.parent?.pid ?? 0}\n`,
};

export const showStatements: Executors<'show'> = {
  show: (process, { view, name }) => {
    process.print(shows[view](process, name));
  },
};
