// SPDX-License-Identifier: Apache-2.0
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { textOfFile } from '#files/text-of-file.js';
import { cgroupNamesIn, type CgroupLayout } from './cgroup-layout.js';

/** What the kernel enforces on a cgroup, and has counted there. Absent: no limit, or no such controller. */
export interface CgroupFacts {
  /** Within its hierarchy. */
  readonly path: string;
  /** By the form of its name: systemd's are scopes. */
  readonly driver: 'systemd' | 'cgroupfs';
  readonly memoryLimit?: number;
  readonly cpuQuota?: number;
  readonly cpuPeriod?: number;
  /** v1. */
  readonly cpuShares?: number;
  /** v2. */
  readonly cpuWeight?: number;
  readonly pidsLimit?: number;
  readonly cpusetCpus?: string;
  readonly cpusetMems?: string;
  readonly memoryUsed?: number;
  readonly cpuUsedNs?: number;
  /** How many processes in it the OOM killer has killed. */
  readonly oomKills?: number;
}

/** A limit of v1 that is none. */
const unlimited = 2 ** 62;

/** Path of a cgroup within the hierarchy of a controller of v1; undefined: unknown. */
export type PathOf = (controller: string) => string | undefined;

/**
 * From the /proc/<pid>/cgroup of a process in it. A runtime that is not in the root of every hierarchy itself
 * may put one container to different places. Of a process that is exiting the kernel shows the root: only paths
 * with the name of the cgroup count.
 */
export function pathsIn(text: string, name: string): PathOf {
  const paths = new Map(
    text.split('\n').flatMap((line) => {
      const [, controllers = '', ...path] = line.split(':');
      return controllers.split(',').map((name) => [name, path.join(':')] as const);
    }),
  );
  return (controller) => {
    const path = paths.get(controller);
    return path?.includes(name) === true ? path : undefined;
  };
}

/** Undefined: there is no such cgroup. `path` is that in the main hierarchy. */
export function cgroupFacts(
  layout: CgroupLayout,
  path: string,
  pathOf: PathOf = () => undefined,
): CgroupFacts | undefined {
  if (layout.main === undefined || !existsSync(join(layout.main, path))) return undefined;
  const known = { path, driver: driverOf(path) } as const;
  if (layout.version !== 'v2')
    return { ...known, ...present(factsOfOne(layout, (name) => pathOf(name) ?? path)) };
  const outer = factsOfTwo(join(layout.main, path));
  // crun moves what it runs one level down and may set limits there as well: the tighter one counts.
  const inner = cgroupNamesIn(join(layout.main, path)).includes('container')
    ? factsOfTwo(join(layout.main, path, 'container'))
    : {};
  return { ...known, ...present({ ...outer, ...tighter(outer, inner) }) };
}

export function driverOf(path: string): 'systemd' | 'cgroupfs' {
  return basename(path).endsWith('.scope') ? 'systemd' : 'cgroupfs';
}

/** Pids in the cgroup and below it; 0 stands for processes of another pid namespace. */
export function pidsIn(layout: CgroupLayout, path: string): readonly number[] {
  return layout.main === undefined ? [] : pidsBelow(join(layout.main, path));
}

/** Only those in the cgroup itself. */
export function pidsAt(layout: CgroupLayout, path: string): readonly number[] {
  return layout.main === undefined ? [] : pidsOf(join(layout.main, path));
}

function pidsOf(directory: string): readonly number[] {
  return textOfFile(join(directory, 'cgroup.procs')).split('\n').filter(Boolean).map(Number);
}

function pidsBelow(directory: string): readonly number[] {
  return [
    ...pidsOf(directory),
    ...cgroupNamesIn(directory).flatMap((name) => pidsBelow(join(directory, name))),
  ];
}

type Values = {
  readonly [Field in Exclude<keyof CgroupFacts, 'path' | 'driver'>]?: CgroupFacts[Field] | undefined;
};

function factsOfOne({ controller }: CgroupLayout, pathOf: (controller: string) => string): Values {
  const read = (name: string, file: string): string => {
    const root = controller(name);
    return root === undefined ? '' : textOfFile(join(root, pathOf(name), file)).trim();
  };
  const quota = numberIn(read('cpu', 'cpu.cfs_quota_us'));
  return {
    memoryLimit: limit(read('memory', 'memory.limit_in_bytes')),
    cpuQuota: quota === -1 ? undefined : quota,
    cpuPeriod: numberIn(read('cpu', 'cpu.cfs_period_us')),
    cpuShares: numberIn(read('cpu', 'cpu.shares')),
    pidsLimit: limit(read('pids', 'pids.max')),
    cpusetCpus: read('cpuset', 'cpuset.cpus') || undefined,
    cpusetMems: read('cpuset', 'cpuset.mems') || undefined,
    memoryUsed: numberIn(read('memory', 'memory.usage_in_bytes')),
    cpuUsedNs: numberIn(read('cpuacct', 'cpuacct.usage')),
    oomKills: keyed(read('memory', 'memory.oom_control'), 'oom_kill'),
  };
}

function factsOfTwo(directory: string): Values {
  const read = (file: string): string => textOfFile(join(directory, file)).trim();
  const [quota = '', period = ''] = read('cpu.max').split(' ');
  const usedUs = keyed(read('cpu.stat'), 'usage_usec');
  return {
    memoryLimit: limit(read('memory.max')),
    cpuQuota: limit(quota),
    cpuPeriod: numberIn(period),
    cpuWeight: numberIn(read('cpu.weight')),
    pidsLimit: limit(read('pids.max')),
    cpusetCpus: read('cpuset.cpus') || undefined,
    cpusetMems: read('cpuset.mems') || undefined,
    memoryUsed: numberIn(read('memory.current')),
    cpuUsedNs: usedUs === undefined ? undefined : usedUs * 1000,
    oomKills: keyed(read('memory.events'), 'oom_kill'),
  };
}

function tighter(outer: Values, inner: Values): Values {
  const { memoryLimit, pidsLimit, cpuQuota, cpuPeriod, cpusetCpus, cpusetMems } = inner;
  const isTighter = (cpuQuota ?? Infinity) < (outer.cpuQuota ?? Infinity);
  return {
    memoryLimit: least(outer.memoryLimit, memoryLimit),
    pidsLimit: least(outer.pidsLimit, pidsLimit),
    ...(isTighter ? { cpuQuota, cpuPeriod } : {}),
    cpusetCpus: outer.cpusetCpus ?? cpusetCpus,
    cpusetMems: outer.cpusetMems ?? cpusetMems,
  };
}

function least(one: number | undefined, other: number | undefined): number | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return Math.min(one, other);
}

function numberIn(text: string): number | undefined {
  return /^-?\d+$/.test(text) ? Number(text) : undefined;
}

/** `max`, or a number near 2^63: none. */
function limit(text: string): number | undefined {
  const value = numberIn(text);
  return value === undefined || value >= unlimited ? undefined : value;
}

/** `oom_kill 3` in lines of keys and numbers. */
function keyed(text: string, key: string): number | undefined {
  const line = text.split('\n').find((one) => one.startsWith(`${key} `));
  return line === undefined ? undefined : numberIn(line.slice(key.length + 1).trim());
}

function present(values: Values): Partial<CgroupFacts> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}
