// SPDX-License-Identifier: Apache-2.0
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { basename, join } from 'node:path';

const sharedPlaces = [
  ...['/run', '/run/containerd', '/run/containerd/s', '/run/netns', '/run/runc', '/run/crun', '/run/crio'],
  ...['/var/lib', '/var/lib/cni', '/var/lib/cni/results', '/var/lib/cni/networks', '/var/lib/containers'],
  ...[
    '/etc/cni',
    '/etc/cni/net.d',
    '/etc/containerd',
    '/etc/containers',
    '/etc/crio',
    '/opt',
    '/tmp',
    '/var/tmp',
  ],
];

/** What an engine makes for itself with its first container, and takes along when it ends. */
const ofTheEngine = /^cgroup .*\/docker$|^mount .*\/netns\/default$/;

/** What a runtime can leave on a machine, one line per thing. */
export function census() {
  return new Set(everything().filter((thing) => !ofTheEngine.test(thing)));
}

function everything() {
  return [
    ...list('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap(runtimeProcess),
    ...readFileSync('/proc/self/mountinfo', 'utf8')
      .trim()
      .split('\n')
      .map((line) => `mount ${line.split(' ')[4]}`),
    ...list('/sys/class/net').map((name) => `interface ${name}`),
    ...list('/sys/fs/cgroup').flatMap((name) => cgroups(join('/sys/fs/cgroup', name))),
    ...sharedPlaces.flatMap((place) => list(place).map((name) => `file ${join(place, name)}`)),
  ];
}

/** What was not there before, once that has stopped to shrink: the kernel takes a veth away a moment later. */
export async function leftSince(before, patienceMs = 10_000) {
  const end = performance.now() + patienceMs;
  for (;;) {
    const left = [...census()].filter((thing) => !before.has(thing));
    if (left.length === 0 || performance.now() > end) return left;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

function runtimeProcess(pid) {
  try {
    const name = basename(readlinkSync(`/proc/${pid}/exe`));
    return /^(containerd|runc|crun|conmon|crio)/.test(name) ? [`process ${pid} ${name}`] : [];
  } catch {
    return [];
  }
}

function cgroups(directory) {
  if (!existsSync(join(directory, 'cgroup.procs'))) return [];
  return [
    `cgroup ${directory}`,
    ...list(directory, 'directories').flatMap((name) => cgroups(join(directory, name))),
  ];
}

function list(directory, only) {
  try {
    return readdirSync(directory, { withFileTypes: true })
      .filter((entry) => only === undefined || entry.isDirectory())
      .map(({ name }) => name);
  } catch {
    return [];
  }
}
