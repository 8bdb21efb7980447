// SPDX-License-Identifier: Apache-2.0
import { existsSync } from 'node:fs';
import { opendir } from 'node:fs/promises';
import { join } from 'node:path';
import { textOfFile } from '#files/text-of-file.js';

export interface KernelFacts {
  /** As runtimes spell them: 2MB, 1GB. */
  readonly hugePageSizes: readonly string[];
  readonly swapAccounting: boolean;
  /** Paths of /sys/devices/system/cpu/cpu<N>/thermal_throttle that exist. */
  readonly thermalThrottlePaths: readonly string[];
}

/** What a kubelet reads from the kernel for its requests. `root` prefixes every path. */
export async function readKernelFacts(cgroupVersion: 'v1' | 'v2', root = '/'): Promise<KernelFacts> {
  return {
    hugePageSizes: await hugePageSizes(root),
    swapAccounting: existsSync(join(root, swapFile(cgroupVersion, root))),
    thermalThrottlePaths: thermalThrottlePaths(root),
  };
}

/** In directory order, as in a kubelet since 1.22. */
async function hugePageSizes(root: string): Promise<readonly string[]> {
  const names = await namesIn(join(root, 'sys/kernel/mm/hugepages'));
  return names.flatMap((name) => {
    const kib = Number(/^hugepages-(\d+)kB$/.exec(name)?.[1]);
    if (Number.isNaN(kib)) return [];
    return kib >= 1 << 20 ? `${kib / (1 << 20)}GB` : kib >= 1 << 10 ? `${kib / (1 << 10)}MB` : `${kib}KB`;
  });
}

async function namesIn(path: string): Promise<readonly string[]> {
  const names: string[] = [];
  try {
    for await (const { name } of await opendir(path)) names.push(name);
  } catch {
    return [];
  }
  return names;
}

function swapFile(cgroupVersion: 'v1' | 'v2', root: string): string {
  if (cgroupVersion === 'v1') return 'sys/fs/cgroup/memory/memory.memsw.limit_in_bytes';
  const own = /^0::(.*)$/m.exec(textOfFile(join(root, 'proc/self/cgroup')))?.[1] ?? '';
  return join('sys/fs/cgroup', own, 'memory.swap.max');
}

function thermalThrottlePaths(root: string): readonly string[] {
  const cpus = cpusIn(textOfFile(join(root, 'sys/devices/system/cpu/possible')));
  const paths = cpus.map((cpu) => `/sys/devices/system/cpu/cpu${cpu}/thermal_throttle`);
  return paths.filter((path) => existsSync(join(root, path)));
}

/** The first processor, or NUMA node, that this process may use; undefined: unknown. */
export function firstAllowed(what: 'Cpus' | 'Mems', root = '/'): string | undefined {
  const status = textOfFile(join(root, 'proc/self/status'));
  return new RegExp(`^${what}_allowed_list:\\s*(\\d+)`, 'm').exec(status)?.[1];
}

/** `0-3,8` is 0, 1, 2, 3 and 8. */
function cpusIn(list: string): readonly number[] {
  return list
    .trim()
    .split(',')
    .flatMap((range) => {
      const [first = NaN, last = first] = range.split('-').map(Number);
      return range === '' ? [] : Array.from({ length: last - first + 1 }, (_, at) => first + at);
    });
}

export function hasSeLinux(): boolean {
  return existsSync('/sys/fs/selinux/enforce');
}

/** Support in the kernel; a runtime may also need securityfs and apparmor_parser. */
export function hasAppArmor(): boolean {
  return textOfFile('/sys/module/apparmor/parameters/enabled').startsWith('Y');
}

export function hasAppArmorFileSystem(): boolean {
  return existsSync('/sys/kernel/security/apparmor');
}

/** Changes with every boot; empty if unknown. */
export function bootId(): string {
  return textOfFile('/proc/sys/kernel/random/boot_id').trim();
}
