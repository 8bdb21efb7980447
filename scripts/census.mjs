// SPDX-License-Identifier: Apache-2.0
// Lists what runtimes leave on a machine, for the matrix and for the specs on real runtimes. Reads dist,
// except under jest.
import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { cgroupHierarchies, cgroupsBelow as subdirectories } from '#host/cgroups.js';
import { liveHostProcesses } from '#host/processes.js';
import { mountsOf } from '#host/mounts.js';

const places = [
  ...[
    '/run',
    '/run/containerd',
    '/run/containerd/s',
    '/run/crio',
    '/run/crun',
    '/run/netns',
    '/run/nri',
    '/run/runc',
  ],
  ...['/var/lib', '/var/lib/cni', '/var/lib/cni/networks', '/var/lib/cni/results'],
  ...['/var/lib/containerd', '/var/lib/containers', '/var/lib/containers/cache', '/var/lib/crio'],
  ...['/var/lib/criprobe/runs', '/var/lib/criprobe/work'],
  ...['/etc', '/etc/cni', '/etc/cni/net.d', '/etc/containerd', '/etc/containers', '/etc/crio'],
  ...['/opt', '/opt/cni', '/opt/containerd', '/tmp/containers'],
];
/** Everybody has files there: only those named after a runtime count. */
const temporary = ['/tmp', '/var/tmp'];
const runtime = /^(conmon|container|crio|crun|docker-|pinns|runc|runsc)/;

/** What an engine creates with its first container, and removes when it ends. */
const ofTheEngine = /^cgroup .*\/docker$|^mount .*\/netns\/default$/;
/** Where umount(8) keeps its state, whoever calls it. */
const ofUmount = /^file \/run\/mount$/;
/** Services and sessions that systemd starts and stops on its own. */
const ofSystemd = /^cgroup .*(\.service|\/user\.slice\/.*)$/;
/** What crun mounts its own binary on as it starts, and leaves if it is killed in that moment, as with a daemon that crashes. */
const ofKilledCrun = /^file \/tmp\/crun\.\w{6}$/;
/** What .ci/run does beside, with a state of its own. */
const stateBeside = '/var/tmp/criprobe-ci-state.';
const claims = '/run/criprobe-shared';
const foreign = [ofTheEngine, ofUmount, ofSystemd, ofKilledCrun];

export function census() {
  const things = [
    ...liveHostProcesses().flatMap(processOfRuntime),
    ...mountsOf('self').map(({ point }) => `mount ${point}`),
    ...list('/sys/class/net').map((name) => `interface ${name}`),
    ...cgroupHierarchies().flatMap(cgroupsBelow),
    ...places.flatMap((place) => list(place).map((name) => `file ${join(place, name)}`)),
    ...temporary.flatMap((place) => named(runtime, place).map((name) => `file ${join(place, name)}`)),
    `ip_forward ${readFileSync('/proc/sys/net/ipv4/ip_forward', 'utf8').trim()}`,
  ];
  return new Set(
    things.filter((thing) => !isOfTheStepBeside(thing) && !foreign.some((pattern) => pattern.test(thing))),
  );
}

/** Its mounts, and the claims of its runs: a claim counts as long as the directory of its run exists. */
function isOfTheStepBeside(thing) {
  if (thing !== `file ${claims}`) return thing.startsWith(`mount ${stateBeside}`);
  return list(claims).some((name) => isDirectory(claimantOf(join(claims, name))));
}

function claimantOf(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).directory ?? '';
  } catch {
    return '';
  }
}

const isDirectory = (path) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

export function newSince(before) {
  return [...census()].filter((thing) => !before.has(thing));
}

export async function leftSince(before, patienceMs = 10_000) {
  const end = performance.now() + patienceMs;
  for (;;) {
    const left = newSince(before);
    if (left.length === 0 || performance.now() > end) return left;
    await sleep(100);
  }
}

/** Daemons, shims and monitors by name, and any process in a container. */
function processOfRuntime(pid) {
  try {
    const name = basename(readlinkSync(`/proc/${pid}/exe`));
    return runtime.test(name) || isContained(pid) ? [`process ${pid} ${name}`] : [];
  } catch {
    // Gone, or a kernel thread.
    return [];
  }
}

/**
 * It has its own root and namespaces; a systemd service, a virtual machine or a browser's sandbox keeps the
 * host's root.
 */
function isContained(pid) {
  const isOfHost = readlinkSync(`/proc/${pid}/ns/mnt`) === readlinkSync('/proc/self/ns/mnt');
  return !isOfHost && rootOf(pid) !== undefined && rootOf(pid) !== rootOf('self');
}

function rootOf(process) {
  const root = mountsOf(process).findLast(({ point }) => point === '/');
  return root && [root.type, root.root, root.superOptions].join(' ');
}

function cgroupsBelow(directory) {
  return subdirectories(directory).flatMap((path) => [`cgroup ${path}`, ...cgroupsBelow(path)]);
}

function named(pattern, place) {
  return list(place).filter((name) => pattern.test(name));
}

function list(directory) {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}
