// SPDX-License-Identifier: Apache-2.0
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { removePodCgroups } from '#run-ledger/undo/pod-cgroups.js';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'cpc-'));
});
afterEach(() => {
  rmSync(root, { recursive: true });
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
