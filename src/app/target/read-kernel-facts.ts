// SPDX-License-Identifier: Apache-2.0
import { existsSync } from 'node:fs';
import { opendir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { NodeFacts } from '#kubelet/model/node-facts.js';

type KernelFacts = Pick<NodeFacts, 'hugePageSizes' | 'swapAccounting' | 'thermalThrottlePaths'>;

/** What a kubelet reads of the kernel for its requests. `root` stands before every path. */
export async function readKernelFacts(
  cgroupVersion: NodeFacts['cgroupVersion'],
  root = '/',
): Promise<KernelFacts> {
  return {
    hugePageSizes: await hugePageSizes(root),
    swapAccounting: existsSync(join(root, await swapFile(cgroupVersion, root))),
    thermalThrottlePaths: await thermalThrottlePaths(root),
  };
}

/** In the order of the directory, as a kubelet since 1.22 has them. */
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

async function swapFile(cgroupVersion: NodeFacts['cgroupVersion'], root: string): Promise<string> {
  if (cgroupVersion === 'v1') return 'sys/fs/cgroup/memory/memory.memsw.limit_in_bytes';
  const own = /^0::(.*)$/m.exec(await textOf(join(root, 'proc/self/cgroup')))?.[1] ?? '';
  return join('sys/fs/cgroup', own, 'memory.swap.max');
}

async function thermalThrottlePaths(root: string): Promise<readonly string[]> {
  const cpus = cpusIn(await textOf(join(root, 'sys/devices/system/cpu/possible')));
  const paths = cpus.map((cpu) => `/sys/devices/system/cpu/cpu${cpu}/thermal_throttle`);
  return paths.filter((path) => existsSync(join(root, path)));
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

function textOf(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => '');
}
