// SPDX-License-Identifier: Apache-2.0
import { parseMounts } from '#run-ledger/undo/mounts.js';
import { findProgram, type Machine } from '../machine.js';
import type { Found } from './binaries.js';

export interface Missing {
  readonly reason: string;
  readonly fix: string;
}

/** Everything that keeps a private containerd from running here. */
export function missingForContainerd(
  directory: string | undefined,
  found: Found,
  machine: Machine,
): Missing[] {
  const where = directory ?? 'PATH';
  const missing: Missing[] = [];
  const ociRuntime = found.handlers.length > 0 ? [] : ['runc'];
  if (machine.uid !== 0)
    missing.push({
      reason: `this is user ${machine.uid}, and a container runtime needs root`,
      fix: 'sudo -E criprobe …, or --managed reference, which needs nothing',
    });
  if (found.containerd === undefined)
    missing.push({
      reason: `there is no containerd in ${where}`,
      fix:
        directory === undefined
          ? 'apt-get install containerd, or name a directory that has it: --managed containerd@<directory>'
          : 'name the directory that holds the containerd binary itself',
    });
  for (const program of ['containerd-shim-runc-v2', ...ociRuntime, 'ip', 'umount'])
    missing.push(...lacks(program, found.path));
  if (found.cniDirectory === undefined)
    missing.push({
      reason: `no CNI plugins (bridge, host-local, loopback) in ${machine.cniDirectories.join(', ')}`,
      fix: 'apt-get install containernetworking-plugins',
    });
  return [...missing, ...cgroupProblems(machine)];
}

const packageOf: Readonly<Record<string, string>> = {
  'containerd-shim-runc-v2': 'containerd',
  ip: 'iproute2',
  umount: 'mount',
};

export function lacks(program: string, path: readonly string[]): Missing[] {
  if (findProgram(program, path) !== undefined) return [];
  return [
    { reason: `there is no ${program} on PATH`, fix: `apt-get install ${packageOf[program] ?? program}` },
  ];
}

export function cgroupProblems(machine: Machine): Missing[] {
  const mounts = parseMounts(machine.mountinfo).filter(({ type }) => type === 'cgroup' || type === 'cgroup2');
  if (mounts.length === 0)
    return [
      {
        reason: 'no cgroup hierarchy is mounted',
        fix: 'mount -t cgroup2 none /sys/fs/cgroup (in a container: --privileged)',
      },
    ];
  const readOnly = mounts.find(({ options }) => options.split(',').includes('ro'));
  if (readOnly === undefined) return [];
  return [
    {
      reason: `${readOnly.point} is mounted read-only`,
      fix: `mount -o remount,rw ${readOnly.point} (in a container: --privileged --cgroupns=host)`,
    },
  ];
}
