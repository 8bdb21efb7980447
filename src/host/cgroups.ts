// SPDX-License-Identifier: Apache-2.0
import { existsSync, readdirSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import { attemptOr } from '#base/attempt-or.js';
import { textOfFile } from '#files/text-of-file.js';
import { mountsOf, type Mount } from './mounts.js';

export type CgroupVersion = 'v1' | 'v2' | 'hybrid' | 'none';

const usualPoint = '/sys/fs/cgroup';

export function cgroupMounts(mounts: readonly Mount[] = mountsOf('self')): Mount[] {
  return mounts.filter(({ type }) => type === 'cgroup' || type === 'cgroup2');
}

/**
 * Hybrid: v2 is mounted next to the v1 controllers. A stray v1 mount elsewhere does not make a v2 machine
 * hybrid.
 */
export function cgroupVersion(mounts: readonly Mount[] = mountsOf('self')): CgroupVersion {
  const all = cgroupMounts(mounts);
  if (all.length === 0) return 'none';
  const isOfTwo = ({ type }: Mount): boolean => type === 'cgroup2';
  if (all.every(isOfTwo) || all.some((mount) => isOfTwo(mount) && mount.point === usualPoint)) return 'v2';
  return all.some(isOfTwo) ? 'hybrid' : 'v1';
}

/** Where cgroups are mounted: one hierarchy (v2), or one per controller (v1), or both. */
export function cgroupHierarchies(mounts?: readonly Mount[]): string[] {
  return [...new Set(cgroupMounts(mounts).map(({ point }) => point))];
}

/** One line per hierarchy; empty if the process has just ended, or is hidden from us. */
export function cgroupTextOf(pid: number, proc = '/proc'): string {
  return textOfFile(join(proc, `${pid}/cgroup`));
}

/** Cgroup paths within their hierarchies. */
export function cgroupsOf(pid: number): string[] {
  return cgroupTextOf(pid)
    .split('\n')
    .map((line) => line.split(':').slice(2).join(':'));
}

/** Directories of the cgroup, in every hierarchy that has it. */
export function cgroupDirectories(path: string): string[] {
  return cgroupHierarchies()
    .map((root) => join(root, path))
    .filter((directory) => existsSync(directory));
}

export function cgroupsBelow(directory: string): string[] {
  return attemptOr([], () => {
    const entries = readdirSync(directory, { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory()).map((entry) => join(directory, entry.name));
  });
}

/** No process is in it, and only empty slices of QoS classes below it. */
export function isDeserted(directory: string): boolean {
  const below = cgroupsBelow(directory);
  const isOfPod = (path: string): boolean => !path.endsWith('.slice') || path.includes('-pod');
  return (
    textOfFile(join(directory, 'cgroup.procs')) === '' && !below.some(isOfPod) && below.every(isDeserted)
  );
}

/** Removes the parts without processes. */
export function removeCgroupTree(directory: string): void {
  for (const below of cgroupsBelow(directory)) removeCgroupTree(below);
  removeEmptyCgroup(directory);
}

/** The kernel refuses to remove a cgroup that is not empty. */
export function removeEmptyCgroup(directory: string): void {
  attemptOr(undefined, () => {
    rmdirSync(directory);
  });
}
