// SPDX-License-Identifier: Apache-2.0
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { attemptOr } from '#base/attempt-or.js';
import { cgroupMounts, cgroupVersion, type CgroupVersion } from './cgroups.js';
import { mountsOf, type Mount } from './mounts.js';

/** Where the controllers of this node are. */
export interface CgroupLayout {
  readonly version: CgroupVersion;
  /** The hierarchy whose directories tell which cgroups exist; undefined: none is mounted. */
  readonly main: string | undefined;
  /** Directory of the controller's hierarchy; undefined: it is not there. */
  readonly controller: (name: string) => string | undefined;
}

/** `root` prefixes every path, for specs. */
export function cgroupLayout(mounts: readonly Mount[] = mountsOf('self'), root = '/'): CgroupLayout {
  const version = cgroupVersion(mounts);
  const unified = cgroupMounts(mounts).find(({ type }) => type === 'cgroup2')?.point;
  const ofOne = cgroupMounts(mounts).filter(({ type }) => type === 'cgroup');
  const at = (point: string | undefined): string | undefined =>
    point === undefined ? undefined : join(root, point);
  const controller = (name: string): string | undefined =>
    at(
      version === 'v2'
        ? unified
        : ofOne.find(({ superOptions }) => superOptions.split(',').includes(name))?.point,
    );
  const mains = ['pids', 'memory', 'cpu', 'name=systemd'].map(controller);
  return { version, main: mains.find((point) => point !== undefined) ?? at(unified), controller };
}

/** A walk through a node's cgroups visits no more directories. */
const maxDirectories = 5_000;

interface Search {
  /** Likely parents. */
  readonly near: Iterable<string>;
  /** Then looks everywhere. */
  readonly walks: boolean;
}

/**
 * Paths, within the main hierarchy, of the cgroups named after the id. A monitor's own cgroup, of CRI-O, is
 * not part of its container.
 */
export function cgroupsNamed({ main }: CgroupLayout, id: string, { near, walks }: Search): readonly string[] {
  if (main === undefined) return [];
  for (const parent of near) {
    const found = cgroupNamesIn(join(main, parent)).filter((name) => isNamed(name, id));
    if (found.length > 0) return found.map((name) => join('/', parent, name));
  }
  return walks ? walk(main, id) : [];
}

function walk(main: string, id: string): readonly string[] {
  const waiting = ['/'];
  for (let visited = 0; visited < maxDirectories; visited++) {
    const path = waiting.shift();
    if (path === undefined) return [];
    const below = cgroupNamesIn(join(main, path));
    const found = below.filter((name) => isNamed(name, id));
    if (found.length > 0) return found.map((name) => join(path, name));
    waiting.push(...below.map((name) => join(path, name)));
  }
  return [];
}

function isNamed(name: string, id: string): boolean {
  return name.includes(id) && !name.includes('conmon');
}

export function cgroupNamesIn(directory: string): readonly string[] {
  return attemptOr([], () =>
    readdirSync(directory, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name),
  );
}
