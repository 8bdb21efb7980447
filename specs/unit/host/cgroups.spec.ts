// SPDX-License-Identifier: Apache-2.0
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { cgroupHierarchies, cgroupVersion, isDeserted } from '#host/cgroups.js';
import { parseMounts } from '#host/mounts.js';
import { livesIn } from '#launchers/host-processes.js';

/** What nodes of each kind showed of themselves and of a container in a best-effort pod. */
const nodes = join(import.meta.dirname, '../../fixtures/nodes');
const kinds = readdirSync(nodes);
const recorded = (kind: string, file: string): string => readFileSync(join(nodes, kind, file), 'utf8');

const controllers = {
  v1: 'rdma cpu,cpuacct net_cls,net_prio memory devices cpuset misc blkio pids perf_event freezer hugetlb',
  here: 'cpu cpuacct cpuset memory devices freezer blkio pids systemd unified',
};
const below = (names: string): string[] => names.split(' ').map((name) => `/sys/fs/cgroup/${name}`);
const hierarchies: Readonly<Record<string, readonly string[]>> = {
  'v2-systemd': ['/sys/fs/cgroup'],
  'hybrid-systemd': below(`unified systemd ${controllers.v1}`),
  'hybrid-cgroupfs': below(controllers.here),
  'v1-systemd': below(`systemd ${controllers.v1}`),
};

describe.each(kinds)('a node of kind %s', (kind) => {
  it('shows where its cgroups are', () => {
    const found = cgroupHierarchies(parseMounts(recorded(kind, 'mountinfo')));
    expect(found.toSorted()).toEqual(hierarchies[kind]?.toSorted());
  });

  it('shows a container by its id, and us as no part of it', () => {
    const text = recorded(kind, 'pod-cgroup');
    const [id = ''] = /[0-9a-f]{64}/.exec(text) ?? [];
    expect(id).toHaveLength(64);
    expect(livesIn(text, id)).toBe(true);
    expect(livesIn(recorded(kind, 'self-cgroup'), id)).toBe(false);
  });
});

it.each([
  ['v2', 'v2-systemd'],
  ['hybrid', 'hybrid-systemd'],
  ['hybrid', 'hybrid-cgroupfs'],
  ['v1', 'v1-systemd'],
] as const)('finds cgroups of kind %s on a node of kind %s', (version, kind) => {
  expect(cgroupVersion(parseMounts(recorded(kind, 'mountinfo')))).toBe(version);
});

const one = (point: string, type: string): string => `31 23 0:28 / ${point} rw - ${type} ${type} rw\n`;
it.each([
  ['none', 'nothing is mounted', ''],
  ['v2', 'v2 is mounted elsewhere', one('/cg', 'cgroup2')],
  [
    'v2',
    'a stray controller of v1 is mounted beside it',
    one('/sys/fs/cgroup', 'cgroup2') + one('/mnt/net_cls', 'cgroup'),
  ],
] as const)('finds cgroups of kind %s where %s', (version, _, mountinfo) => {
  expect(cgroupVersion(parseMounts(mountinfo))).toBe(version);
});

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'cpc-'));
});
afterEach(() => {
  rmSync(root, { recursive: true });
});

const ofPod = 'kubepods-besteffort-pod99999999_2222_3333_4444_555555555555.slice';

describe('isDeserted', () => {
  it.each([
    ['nothing below it', {}, true],
    ['empty slices of classes', { 'kubepods-burstable.slice': '' }, true],
    ['somebody in it', { '.': '17\n' }, false],
    ['somebody in a class', { 'kubepods-burstable.slice': '17\n' }, false],
    ['a pod of somebody', { [`kubepods-besteffort.slice/${ofPod}`]: '' }, false],
    ['what systemd did not make', { pod1: '' }, false],
  ])('%s', (_, below, expected) => {
    const top = join(root, 'kubepods.slice');
    mkdirSync(top);
    for (const [path, procs] of Object.entries(below)) {
      mkdirSync(join(top, path), { recursive: true });
      writeFileSync(join(top, path, 'cgroup.procs'), procs);
    }
    expect(isDeserted(top)).toBe(expected);
  });
});
