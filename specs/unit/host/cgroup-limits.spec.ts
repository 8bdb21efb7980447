// SPDX-License-Identifier: Apache-2.0
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { cgroupLayout, cgroupsNamed, type CgroupLayout } from '#host/cgroup-layout.js';
import { cgroupFacts, pathsIn, pidsIn } from '#host/cgroup-limits.js';
import { parseMounts } from '#host/mounts.js';

const nodes = join(import.meta.dirname, '../../fixtures/nodes');
const id = 'c'.repeat(64);

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'criprobe-cgroups-'));
});
afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

/** A node of that kind, with these files below /sys/fs/cgroup. */
function nodeOf(kind: string, files: Readonly<Record<string, string>>): CgroupLayout {
  for (const [path, text] of Object.entries(files)) {
    const file = join(root, 'sys/fs/cgroup', path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${text}\n`);
  }
  return cgroupLayout(parseMounts(readFileSync(join(nodes, kind, 'mountinfo'), 'utf8')), root);
}

const slice = '/kubepods.slice/kubepods-podu.slice';
const scope = `${slice}/cri-containerd-${id}.scope`;
const plain = `/k8s.io/${id}`;

/** As `files`, all in one directory. */
const below = (directory: string, files: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(files).map(([name, text]) => [`${directory}/${name}`, text]));

describe('v2 with systemd', () => {
  const limits = {
    'memory.max': '67108864',
    'cpu.max': '20000 100000',
    'cpu.weight': '4',
    'pids.max': 'max',
    'cpuset.cpus': '',
    'memory.current': '4096',
    'cpu.stat': 'usage_usec 1500\nuser_usec 1000',
    'memory.events': 'low 0\noom 2\noom_kill 1\noom_group_kill 0',
    'cgroup.procs': '11\n12',
  };

  it('shows limits and counts of a scope', () => {
    const layout = nodeOf('v2-systemd', below(scope, limits));
    expect(cgroupsNamed(layout, id, { near: [], walks: true })).toEqual([scope]);
    expect(cgroupFacts(layout, scope)).toEqual({
      path: scope,
      driver: 'systemd',
      memoryLimit: 67_108_864,
      cpuQuota: 20_000,
      cpuPeriod: 100_000,
      cpuWeight: 4,
      memoryUsed: 4_096,
      cpuUsedNs: 1_500_000,
      oomKills: 1,
    });
    expect(pidsIn(layout, scope)).toEqual([11, 12]);
  });

  it('shows no limit where there is none', () => {
    const none = { 'memory.max': 'max', 'cpu.max': 'max 100000', 'pids.max': '100' };
    const layout = nodeOf('v2-systemd', below(scope, none));
    expect(cgroupFacts(layout, scope)).toEqual({
      path: scope,
      driver: 'systemd',
      cpuPeriod: 100_000,
      pidsLimit: 100,
    });
  });

  it('takes the tighter limit where crun has made a cgroup below the scope, and all its processes', () => {
    const files = {
      ...below(scope, { 'memory.max': 'max', 'cpu.max': 'max 100000', 'cgroup.procs': '' }),
      ...below(`${scope}/container`, {
        'memory.max': '4096',
        'cpu.max': '5000 50000',
        'cgroup.procs': '21',
      }),
    };
    const layout = nodeOf('v2-systemd', files);
    expect(cgroupFacts(layout, scope)).toMatchObject({
      memoryLimit: 4_096,
      cpuQuota: 5_000,
      cpuPeriod: 50_000,
    });
    expect(pidsIn(layout, scope)).toEqual([21]);
  });

  it('does not take the cgroup of a monitor for that of its container', () => {
    const conmon = `${slice}/crio-conmon-${id}.scope`;
    const layout = nodeOf('v2-systemd', {
      ...below(conmon, { 'cgroup.procs': '7' }),
      ...below(`${slice}/crio-${id}.scope`, { 'cgroup.procs': '8' }),
    });
    expect(cgroupsNamed(layout, id, { near: [slice], walks: false })).toEqual([`${slice}/crio-${id}.scope`]);
  });
});

describe.each(['hybrid-cgroupfs', 'v1-systemd'])('%s', (kind) => {
  const point = (controller: string): string => {
    const mount = parseMounts(readFileSync(join(nodes, kind, 'mountinfo'), 'utf8')).find(
      ({ type, superOptions }) => type === 'cgroup' && superOptions.split(',').includes(controller),
    );
    return (mount?.point ?? '').replace('/sys/fs/cgroup/', '');
  };

  it('shows limits and counts of every controller', () => {
    const layout = nodeOf(kind, {
      ...below(`${point('memory')}${plain}`, {
        'memory.limit_in_bytes': '67108864',
        'memory.usage_in_bytes': '8192',
        'memory.oom_control': 'oom_kill_disable 0\nunder_oom 0\noom_kill 3',
      }),
      ...below(`${point('cpu')}${plain}`, {
        'cpu.shares': '102',
        'cpu.cfs_quota_us': '-1',
        'cpu.cfs_period_us': '100000',
      }),
      ...below(`${point('cpuset')}${plain}`, { 'cpuset.cpus': '0-1', 'cpuset.mems': '0' }),
      ...below(`${point('pids')}${plain}`, { 'cgroup.procs': '31', 'pids.max': 'max' }),
    });
    expect(cgroupsNamed(layout, id, { near: [], walks: true })).toEqual([plain]);
    expect(cgroupFacts(layout, plain)).toEqual({
      path: plain,
      driver: 'cgroupfs',
      memoryLimit: 67_108_864,
      memoryUsed: 8_192,
      cpuShares: 102,
      cpuPeriod: 100_000,
      cpusetCpus: '0-1',
      cpusetMems: '0',
      oomKills: 3,
    });
    expect(pidsIn(layout, plain)).toEqual([31]);
  });

  it('shows nothing of a cgroup that is not there, and no limit as a number near 2^63', () => {
    const layout = nodeOf(kind, {
      ...below(`${point('pids')}${plain}`, { 'cgroup.procs': '' }),
      ...below(`${point('memory')}${plain}`, { 'memory.limit_in_bytes': '9223372036854771712' }),
    });
    expect(cgroupFacts(layout, plain)).toEqual({ path: plain, driver: 'cgroupfs' });
    expect(cgroupFacts(layout, '/k8s.io/other')).toBeUndefined();
    expect(cgroupsNamed(layout, 'd'.repeat(64), { near: ['/k8s.io'], walks: true })).toEqual([]);
  });
});

it('reads each controller of v1 where the process says that it is', () => {
  const layout = nodeOf('hybrid-cgroupfs', {
    [`pids/crio-${id}/cgroup.procs`]: '31',
    [`memory/agent/crio-${id}/memory.limit_in_bytes`]: '4096',
    [`cpu/crio-${id}/cpu.shares`]: '51',
  });
  const text = `8:pids:/crio-${id}\n4:memory:/agent/crio-${id}\n1:cpu,cpuacct:/crio-${id}\n0::/\n`;
  expect(cgroupFacts(layout, `/crio-${id}`, pathsIn(text, id))).toMatchObject({
    path: `/crio-${id}`,
    memoryLimit: 4_096,
    cpuShares: 51,
  });
  const exiting = `8:pids:/\n4:memory:/\n1:cpu,cpuacct:/\n0::/crio-${id}\n`;
  expect(cgroupFacts(layout, `/crio-${id}`, pathsIn(exiting, id))).toMatchObject({ cpuShares: 51 });
});

it('finds nothing where no cgroups are mounted', () => {
  const layout = cgroupLayout([], root);
  expect(layout.main).toBeUndefined();
  expect(cgroupsNamed(layout, id, { near: ['/'], walks: true })).toEqual([]);
  expect(cgroupFacts(layout, plain)).toBeUndefined();
  expect(pidsIn(layout, plain)).toEqual([]);
});
