// SPDX-License-Identifier: Apache-2.0
import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { changeFor } from '#app/run/change-for.js';
import type { Daemon } from '#launchers/daemon.js';
import { isDown, type CleanupStep } from '#run-ledger/cleanup-step.js';
import type { ChangeOfVersion } from '#runner/outages/change-of-version.js';

interface Acts {
  readonly daemon: Daemon;
  readonly told: string[];
}

/** Its binaries in `broken` do not start. */
function daemonIn(broken?: string): Acts {
  const told: string[] = [];
  let directory: string | undefined = '/old';
  const act = (name: string) => (): Promise<void> => {
    told.push(name);
    return Promise.resolve();
  };
  const daemon: Daemon = {
    lacks: () => undefined,
    stop: act('stop'),
    crash: act('crash'),
    start: () => {
      told.push(`start ${directory ?? 'from PATH'}`);
      return broken !== undefined && directory === broken
        ? Promise.reject(new Error('it does not start'))
        : Promise.resolve();
    },
    restart: act('restart'),
    replace: (other) => {
      directory = other;
      return Promise.resolve();
    },
  };
  return { daemon, told };
}

const endpoint = 'unix:///no/socket';
const ignore = (): void => undefined;

describe('another directory of binaries', () => {
  const change = ({ daemon }: Acts, to = 'containerd@/new', from = 'containerd@/old'): ChangeOfVersion =>
    changeFor({ kind: 'binaries', from, to }, { daemon, endpoint, leaves: ignore });

  it('takes turns with the first one', async () => {
    const acts = daemonIn();
    const { end, begin } = change(acts, 'containerd@/new', 'containerd');
    for (let times = 0; times < 2; times++) {
      await end?.();
      await begin();
    }
    expect(acts.told).toEqual(['stop', 'start /new', 'stop', 'start from PATH']);
  });

  it('that does not start makes way for the one that did', async () => {
    const acts = daemonIn('/new');
    const { begin } = change(acts);
    await expect(begin()).rejects.toThrow('it does not start');
    expect(acts.told).toEqual(['start /new', 'stop', 'start /old']);
  });

  it('that is the same again only stops and starts', async () => {
    const acts = daemonIn();
    await change(acts, 'containerd@/old').begin();
    expect(acts.told).toEqual(['start /old']);
  });

  it('cannot come to a runtime that takes no others: a sentence before anything runs', () => {
    const { daemon } = daemonIn();
    const lacking = { ...daemon, lacks: () => 'it has no binaries' };
    expect(() => change({ daemon: lacking, told: [] })).toThrow(
      'containerd@/old cannot be upgraded: it has no binaries',
    );
  });
});

describe('the owner’s commands', () => {
  const limits = { commandMs: 2_000, effectMs: 50 };
  const change = (
    exec: string,
    rollbackExec?: string,
    leaves: (step: CleanupStep) => void = ignore,
  ): ChangeOfVersion =>
    changeFor(
      { kind: 'commands', exec, rollbackExec },
      { daemon: daemonIn().daemon, endpoint, leaves, limits },
    );

  it('that fails is named with its flag, its exit code and its output', async () => {
    await expect(change('echo no such package; exit 3').begin()).rejects.toMatchObject({
      code: 'E-DAEMON-COMMAND',
      message: '--exec failed: exit code 3; it said “no such package”.',
      seen: '$ echo no such package; exit 3\nno such package',
    });
  });

  it('that hangs is killed, and that is said', async () => {
    const hanging = changeFor(
      { kind: 'commands', exec: 'exec sleep 600', rollbackExec: undefined },
      { daemon: daemonIn().daemon, endpoint, leaves: ignore, limits: { ...limits, commandMs: 50 } },
    );
    await expect(hanging.begin()).rejects.toThrow('--exec failed: it did not exit within 0.05 s.');
  });

  it('that brings no runtime is named, with how long was waited', async () => {
    await expect(change('true').begin()).rejects.toThrow(
      'The runtime at unix:///no/socket did not come back after --exec: no answer within 0.05 s.',
    );
  });

  it('that fails is followed by the way back, and is what is said', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'cpx-')), 'back');
    await expect(change('exit 3', `touch ${file}`).begin()).rejects.toThrow('--exec failed: exit code 3.');
    expect(existsSync(file)).toBe(true);
  });

  it('needs no way back before it has run', async () => {
    expect(await change('exit 3', 'exit 4').restore?.(false)).toBeUndefined();
  });

  it('leaves the way back in the ledger, before it runs', async () => {
    const left: CleanupStep[] = [];
    const leaves = (step: CleanupStep): void => void left.push(step);
    await expect(change('exit 3', 'systemctl start old', leaves).begin()).rejects.toThrow();
    expect(left[0]).toEqual({
      kind: 'runtime-down',
      command: 'systemctl start old',
      cwd: process.cwd(),
      endpoint,
    });
  });

  it('that leaves no runtime is followed by the way back', async () => {
    const left: CleanupStep[] = [];
    const leaves = (step: CleanupStep): void => void left.push(step);
    await expect(change('exit 3', 'true', leaves).begin()).rejects.toThrow('--exec failed');
    const ran = left.filter((step) => isDown(step) && step.running !== undefined);
    expect(ran).toHaveLength(2);
  });
});
