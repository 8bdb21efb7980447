// SPDX-License-Identifier: Apache-2.0
import { existsSync, mkdirSync, mkdtempSync, rmSync, watch, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { isAlive, startTicksOf } from '#host/process-identity.js';
import { createOwnDirectory } from '#run-ledger/own-directory.js';
import { becomesTrue } from '#base/poll.js';
import { genericRules } from '#run-ledger/generic-rules.js';
import { undoSteps } from '#run-ledger/undo/undo-steps.js';
import { endLeaders, leader } from '../../host/leader.js';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'criprobe-spec-'));
});
afterEach(() => {
  endLeaders();
  rmSync(directory, { recursive: true, force: true });
});

describe('a directory of ours', () => {
  it('is still ours when its removal was interrupted: the mark goes last', async () => {
    const own = join(directory, 'own');
    createOwnDirectory(own);
    mkdirSync(join(own, 'b'));
    writeFileSync(join(own, 'b', 'data'), '');
    const gone: string[] = [];
    const watched = watch(own, (_, name) => gone.push(name ?? ''));
    expect(await undoSteps([{ kind: 'directory', path: own }], genericRules)).toEqual({
      removed: [`directory ${own}`],
      remains: [],
    });
    expect(await becomesTrue(() => gone.includes('.made-by-criprobe'), 5_000)).toBe(true);
    watched.close();
    expect(gone.filter((name) => name !== 'own')).toEqual(['b', '.made-by-criprobe']);
    expect(existsSync(own)).toBe(false);
  });

  it('is said to remain when it has things in it and no mark', async () => {
    mkdirSync(join(directory, 'foreign', 'data'), { recursive: true });
    const path = join(directory, 'foreign');
    expect(await undoSteps([{ kind: 'directory', path }], genericRules)).toEqual({
      removed: [],
      remains: [
        `directory ${path}: its marker (.made-by-criprobe) is missing, so criprobe does not delete it; check its content, then rm -r ${path}`,
      ],
    });
    expect(existsSync(join(path, 'data'))).toBe(true);
  });
});

describe('undoSteps', () => {
  it('ends shims before their directory goes', async () => {
    createOwnDirectory(directory);
    const shim = await leader('sleep 600 & echo ready; wait', 'containerd-shim', `${directory}/x`);
    const ticks = startTicksOf(shim);
    const rules = { ...genericRules, programs: [/^containerd-shim$/] };
    const report = await undoSteps([{ kind: 'directory', path: directory }], rules);
    expect(report.remains).toEqual([]);
    expect(isAlive(shim, ticks)).toBe(false);
    expect(existsSync(directory)).toBe(false);
  });

  it('can be repeated, and then has nothing to say', async () => {
    createOwnDirectory(directory);
    const steps = [
      { kind: 'directory', path: directory },
      { kind: 'bridge', name: 'cripnothere' },
      { kind: 'shared-cgroup', path: '/criprobe_not_here.slice' },
      { kind: 'pod-cgroups', uids: ['11111111-2222-3333-4444-555555555555'] },
      { kind: 'files', folder: join(directory, 'nowhere'), mentioning: '/x/' },
      { kind: 'empty-directory', path: join(directory, 'nowhere') },
      { kind: 'process-group', pid: 2 ** 22 + 1, startTicks: '5' },
    ] as const;
    expect((await undoSteps(steps, genericRules)).removed).toEqual([`directory ${directory}`]);
    expect(await undoSteps(steps, genericRules)).toEqual({ removed: [], remains: [] });
  });

  it('takes from a shared folder only the files that mention us, and the folder only when it is empty', async () => {
    const folder = join(directory, 'results');
    mkdirSync(folder);
    writeFileSync(join(folder, 'ours'), '{"netns":"/d/state/netns/1"}');
    writeFileSync(join(folder, 'foreign'), '{"netns":"/d2/state/netns/1"}');
    const steps = [
      { kind: 'files', folder, mentioning: '/d/' },
      { kind: 'empty-directory', path: folder },
    ] as const;
    expect(await undoSteps(steps, genericRules)).toEqual({
      removed: [`file ${join(folder, 'ours')}`],
      remains: [],
    });
    rmSync(join(folder, 'foreign'));
    expect((await undoSteps(steps, genericRules)).removed).toEqual([`directory ${folder}`]);
  });

  it('removes an empty directory that was recorded but not marked yet', async () => {
    await undoSteps([{ kind: 'directory', path: directory }], genericRules);
    expect(existsSync(directory)).toBe(false);
  });

  it.each(['/', '/a/../..', 'k8s.io'])('refuses the cgroup path %s', async (path) => {
    expect((await undoSteps([{ kind: 'shared-cgroup', path }], genericRules)).remains).toEqual([
      `cgroup ${path}: not a path that criprobe creates`,
    ]);
  });

  it('sets back nothing but kernel settings', async () => {
    const file = join(directory, 'file');
    writeFileSync(file, '1');
    const report = await undoSteps([{ kind: 'setting', path: file, value: '0' }], genericRules);
    expect(report.remains).toEqual([`setting ${file}: not a kernel setting`]);
  });
});
