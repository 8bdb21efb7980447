// SPDX-License-Identifier: Apache-2.0
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { livesIn } from '#launchers/host-processes.js';
import { cgroupHierarchies, isDeserted } from '#run-ledger/undo/cgroups.js';
import { parseMounts } from '#host/mounts.js';
import { removePodCgroups } from '#run-ledger/undo/pod-cgroups.js';

/** What nodes of each kind showed of themselves and of a container in a best-effort pod. */
const nodes = join(import.meta.dirname, '../../../fixtures/nodes');
const kinds = readdirSync(nodes);
const recorded = (kind: string, file: string): string => readFileSync(join(nodes, kind, file), 'utf8');

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'cpc-'));
});
afterEach(() => {
  rmSync(root, { recursive: true });
});

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

const uid = '11111111-2222-3333-4444-555555555555';
const other = '99999999-2222-3333-4444-555555555555';
const slice = (id: string, qos = '-besteffort'): string =>
  `kubepods${qos}-pod${id.replaceAll('-', '_')}.slice`;

describe('removePodCgroups', () => {
  const made = (...paths: readonly string[]): void => {
    for (const path of paths) mkdirSync(join(root, path), { recursive: true });
  };

  it.each([
    ['systemd, best effort', `kubepods.slice/kubepods-besteffort.slice/${slice(uid)}`],
    ['systemd, guaranteed', `kubepods.slice/${slice(uid, '')}`],
    ['cgroupfs, burstable', `kubepods/burstable/pod${uid}`],
    ['cgroupfs, guaranteed', `kubepods/pod${uid}`],
  ])('takes the cgroup of a pod with what is below: %s', async (_, path) => {
    made(`${path}/empty-scope`);
    expect(await removePodCgroups(new Set([uid]), [root])).toEqual({
      removed: ['cgroups of 1 pods'],
      remains: [],
    });
    expect(existsSync(join(root, path))).toBe(false);
    expect(existsSync(join(root, path, '..'))).toBe(true);
  });

  it('leaves those of other pods, and what only looks like one', async () => {
    made(`kubepods.slice/kubepods-besteffort.slice/${slice(other)}`, `kubepods/pod${other}`);
    made(`system.slice/${slice(uid)}`, `kubepods/x-pod${uid}`);
    expect(await removePodCgroups(new Set([uid]), [root])).toEqual({ removed: [], remains: [] });
    expect(existsSync(join(root, `system.slice/${slice(uid)}`))).toBe(true);
  });

  it('looks in every hierarchy', async () => {
    made(`memory/kubepods/pod${uid}`, `pids/kubepods/pod${uid}`);
    const roots = ['memory', 'pids', 'gone'].map((name) => join(root, name));
    expect((await removePodCgroups(new Set([uid]), roots)).remains).toEqual([]);
    expect(['memory', 'pids'].flatMap((name) => readdirSync(join(root, name, 'kubepods')))).toEqual([]);
  });

  it('says what it could not take', async () => {
    made(`kubepods/pod${uid}`);
    writeFileSync(join(root, `kubepods/pod${uid}`, 'busy'), '');
    const { remains } = await removePodCgroups(new Set([uid]), [root]);
    expect(remains).toEqual([`cgroups: ${join(root, `kubepods/pod${uid}`)}`]);
  });
});

describe('isDeserted', () => {
  it.each([
    ['nothing below it', {}, true],
    ['empty slices of classes', { 'kubepods-burstable.slice': '' }, true],
    ['somebody in it', { '.': '17\n' }, false],
    ['somebody in a class', { 'kubepods-burstable.slice': '17\n' }, false],
    ['a pod of somebody', { [`kubepods-besteffort.slice/${slice(other)}`]: '' }, false],
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
