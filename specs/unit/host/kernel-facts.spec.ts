// SPDX-License-Identifier: Apache-2.0
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { firstAllowed, readKernelFacts } from '#host/kernel-facts.js';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'cpk-'));
});
afterEach(async () => {
  await rm(root, { recursive: true });
});

async function given(files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
}

it('knows nothing of a kernel that shows nothing', async () => {
  const nothing = { hugePageSizes: [], swapAccounting: false, thermalThrottlePaths: [] };
  expect(await readKernelFacts('v1', root)).toEqual(nothing);
  expect(await readKernelFacts('v2', root)).toEqual(nothing);
});

it('names the sizes of huge pages as runtimes do', async () => {
  const dir = 'sys/kernel/mm/hugepages';
  await given({
    [`${dir}/hugepages-64kB/x`]: '',
    [`${dir}/hugepages-2048kB/x`]: '',
    [`${dir}/hugepages-1048576kB/x`]: '',
    [`${dir}/else`]: '',
  });
  const { hugePageSizes } = await readKernelFacts('v1', root);
  expect(hugePageSizes.toSorted()).toEqual(['1GB', '2MB', '64KB']);
});

it.each([
  ['v1', { 'sys/fs/cgroup/memory/memory.memsw.limit_in_bytes': '1' }],
  ['v2', { 'proc/self/cgroup': '0::/a/b\n', 'sys/fs/cgroup/a/b/memory.swap.max': 'max' }],
] as const)('sees whether swap is accounted for, %s', async (version, files) => {
  await given(files);
  expect((await readKernelFacts(version, root)).swapAccounting).toBe(true);
  expect((await readKernelFacts(version === 'v1' ? 'v2' : 'v1', root)).swapAccounting).toBe(false);
});

it('finds the throttling counters of processors that have them', async () => {
  await given({
    'sys/devices/system/cpu/possible': '0-2,5\n',
    'sys/devices/system/cpu/cpu0/thermal_throttle/x': '',
    'sys/devices/system/cpu/cpu5/thermal_throttle/x': '',
    'sys/devices/system/cpu/cpu7/thermal_throttle/x': '',
  });
  expect((await readKernelFacts('v1', root)).thermalThrottlePaths).toEqual([
    '/sys/devices/system/cpu/cpu0/thermal_throttle',
    '/sys/devices/system/cpu/cpu5/thermal_throttle',
  ]);
});

it('knows the first processor and NUMA node that we may use', async () => {
  await given({ 'proc/self/status': 'Cpus_allowed:\tc\nCpus_allowed_list:\t2-3\nMems_allowed_list:\t0\n' });
  expect([firstAllowed('Cpus', root), firstAllowed('Mems', root)]).toEqual(['2', '0']);
  await given({ 'proc/self/status': 'Name:\tx\n' });
  expect(firstAllowed('Cpus', root)).toBeUndefined();
});
