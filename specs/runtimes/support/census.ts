// SPDX-License-Identifier: Apache-2.0
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { cgroupHierarchies } from '#run-ledger/undo/cgroups.js';
import { livingProcesses } from '#run-ledger/undo/inhabitants.js';
import { mountsOf } from '#run-ledger/undo/mounts.js';

/** Everything a runtime can leave on a machine, one line per thing. */
export function census(): Set<string> {
  return new Set([
    ...runtimeProcesses(),
    ...mountsOf('self').map(({ point }) => `mount ${point}`),
    ...list('/sys/class/net').map((name) => `interface ${name}`),
    ...cgroupHierarchies().flatMap(cgroups),
    ...sharedPlaces.flatMap((place) => list(place).map((name) => `file ${join(place, name)}`)),
    `ip_forward ${readFileSync('/proc/sys/net/ipv4/ip_forward', 'utf8').trim()}`,
  ]);
}

export function newSince(before: ReadonlySet<string>): string[] {
  return [...census()].filter((thing) => !before.has(thing));
}

/** What is there now and was not before, once that has stopped to shrink: the kernel takes a veth away a moment later. */
export async function leftSince(before: ReadonlySet<string>): Promise<string[]> {
  const end = performance.now() + 10_000;
  for (;;) {
    const left = newSince(before);
    if (left.length === 0 || performance.now() > end) return left;
    await sleep(100);
  }
}

const sharedPlaces = [
  ...['/run', '/run/containerd', '/run/containerd/s', '/run/netns', '/run/nri', '/run/runc'],
  ...['/var/lib', '/var/lib/cni', '/var/lib/cni/results', '/var/lib/cni/networks', '/var/lib/containerd'],
  ...['/run/crio', '/run/crun', '/etc/crio', '/etc/containers', '/var/lib/crio', '/var/lib/containers'],
  ...['/etc', '/var/lib/containers/cache', '/tmp/containers'],
  ...['/etc/cni', '/etc/cni/net.d', '/etc/containerd', '/opt', '/opt/containerd', '/opt/cni'],
];

/** Runtimes and shims by their name, containers by their network or mount namespace. */
function runtimeProcesses(): string[] {
  return livingProcesses().flatMap((pid) => {
    try {
      const name = basename(readlinkSync(`/proc/${pid}/exe`));
      const own = ['net', 'mnt'].map((kind) => readlinkSync(`/proc/${pid}/ns/${kind}`));
      const host = ['net', 'mnt'].map((kind) => readlinkSync(`/proc/self/ns/${kind}`));
      const isRuntime = /^(containerd|crio|runc|crun|conmon)/.test(name);
      return isRuntime || own.join() !== host.join() ? [`process ${pid} ${name}`] : [];
    } catch {
      return [];
    }
  });
}

function cgroups(directory: string): string[] {
  return list(directory)
    .map((name) => join(directory, name))
    .filter((path) => existsSync(join(path, 'cgroup.procs')))
    .flatMap((path) => [`cgroup ${path}`, ...cgroups(path)]);
}

function list(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}
