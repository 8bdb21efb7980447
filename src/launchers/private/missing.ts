// SPDX-License-Identifier: Apache-2.0
import { cgroupMounts } from '#host/cgroups.js';
import { findProgram, type Machine } from '#host/machine.js';

/** What a private runtime lacks on this machine, and how to get it. */
export interface MissingPart {
  readonly reason: string;
  readonly fix: string;
}

/** Joins them in one sentence, without duplicates. */
export function missingInOne(missing: readonly MissingPart[]): MissingPart {
  const list = (key: keyof MissingPart): string => [...new Set(missing.map((one) => one[key]))].join('; ');
  return { reason: list('reason'), fix: list('fix') };
}

/** What every private runtime needs. */
export function lacksForAll(cniDirectory: string | undefined, machine: Machine): MissingPart[] {
  return [...cniProblems(cniDirectory, machine), ...cgroupProblems(machine)];
}

export function rootProblems({ uid }: Machine): MissingPart[] {
  if (uid === 0) return [];
  const fix = 'sudo -E criprobe …, or --managed reference, which needs nothing';
  return [{ reason: `this is user ${uid}, and a container runtime needs root`, fix }];
}

function cniProblems(cniDirectory: string | undefined, { cniDirectories }: Machine): MissingPart[] {
  if (cniDirectory !== undefined) return [];
  const reason = `no CNI plugins (bridge, host-local, loopback) in ${cniDirectories.join(', ')}`;
  return [{ reason, fix: 'apt-get install containernetworking-plugins' }];
}

const packageOf: Readonly<Record<string, string>> = {
  'containerd-shim-runc-v2': 'containerd',
  ip: 'iproute2',
  umount: 'mount',
};

export function lacks(program: string, path: readonly string[]): MissingPart[] {
  if (findProgram(program, path) !== undefined) return [];
  return [
    { reason: `there is no ${program} on PATH`, fix: `apt-get install ${packageOf[program] ?? program}` },
  ];
}

function cgroupProblems(machine: Machine): MissingPart[] {
  const mounts = cgroupMounts(machine.mounts);
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
