// SPDX-License-Identifier: Apache-2.0
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { allCleanupRules } from '#launchers/all-cleanup-rules.js';
import { cleanupStepsOfContainer } from '#launchers/container/cleanup-steps.js';
import { nameFor } from '#launchers/container/paths.js';
import { cleanupStepsOfContainerd } from '#launchers/containerd/cleanup-steps.js';
import { cleanupStepsOfCrio } from '#launchers/crio/cleanup-steps.js';
import { podNetwork } from '#launchers/private/pod-network.js';
import { ledgerEntrySchema } from '#run-ledger/ledger-schema.js';
import { createOwnDirectory } from '#run-ledger/own-directory.js';
import { claimOf } from '#run-ledger/shared-claims.js';

const state = '/var/lib/criprobe';
const directory = `${state}/work/a1b2c3/runtime`;
const isOurs = (step: object, at = state): boolean =>
  ledgerEntrySchema(at, allCleanupRules).safeParse({ kind: 'step', step }).success;

describe('a ledger line', () => {
  const { bridge } = podNetwork(directory, '');
  it.each([
    ['containerd', cleanupStepsOfContainerd(directory, bridge)],
    ['CRI-O', cleanupStepsOfCrio(directory, bridge)],
    [
      'a container',
      cleanupStepsOfContainer({ directory, bridge, socket: '/run/docker.sock', name: nameFor(directory) }),
    ],
    ['all of them', [claimOf(directory)]],
  ])('of %s is one that we would write', (_, steps) => {
    expect(steps.filter((step) => !isOurs(step))).toEqual([]);
  });

  const shims = { kind: 'shim-sockets', state: '/d/state' };
  const setting = { kind: 'setting', path: '/proc/sys/net/ipv4/ip_forward', value: '0' };
  const files = { kind: 'files', folder: '/var/lib/cni/results', mentioning: `${directory}/` };
  const away = { kind: 'runtime-down', command: 'true', cwd: '/', endpoint: 'unix:///run/x.sock' };
  it.each([
    { kind: 'process-group', pid: 1, startTicks: '9' },
    { kind: 'process-group', pid: -7, startTicks: '9' },
    { kind: 'process-group', pid: 7, startTicks: '' },
    { kind: 'directory', path: 'relative' },
    { kind: 'directory', path: '/' },
    { kind: 'directory', path: '/var/lib/criprobe/work/../../../etc' },
    { kind: 'container', socket: '/run/docker.sock', name: 'somebodys', directory },
    { kind: 'container', socket: 'docker.sock', name: nameFor(directory), directory },
    { kind: 'container-image', socket: '/run/docker.sock', name: 'localhost/theirs:1' },
    { kind: 'bridge', name: 'docker0' },
    { kind: 'cgroup', path: '/system.slice' },
    { kind: 'shared-cgroup', path: '/system.slice' },
    { kind: 'pod-cgroups', uids: ['../x'] },
    { ...shims, state: '/run/containerd' },
    { ...shims, forgotten: { socket: '/run/containerd/containerd.sock', log: '/d/containerd.log' } },
    { ...shims, forgotten: { socket: '/d/containerd.sock', log: '/var/log/syslog' } },
    { kind: 'crio-cgroups', directory: '../d' },
    { kind: 'layer-cache', path: '/var/lib/containers' },
    { ...files, folder: '/etc' },
    { ...files, mentioning: '/' },
    { ...files, mentioning: 'root' },
    { ...files, mentioning: '/var/lib/' },
    { kind: 'claim', path: '/run/criprobe-shared/../x.json' },
    { kind: 'claim', path: '/etc/0123456789abcdef.json' },
    { kind: 'empty-directory', path: '/srv' },
    { ...setting, path: '/proc/sys/kernel/core_pattern' },
    { ...setting, path: '/proc/sys/../../etc/passwd' },
    { ...setting, value: '|/tmp/evil' },
    { ...away, endpoint: 'tcp://127.0.0.1:1' },
    { ...away, endpoint: 'unix:///run/../x' },
    { ...away, cwd: 'relative' },
    { ...away, running: { pid: 1, startTicks: '9' } },
    { kind: 'start-tried', endpoint: 'unix:///run/x.sock', at: 'yesterday', by: 'me' },
    { kind: 'runtime-up', endpoint: '/run/x.sock' },
    { kind: 'from-the-future' },
  ])('is not ours with the step %j', (step) => {
    expect(isOurs(step)).toBe(false);
  });

  it.each([
    { kind: 'pod-uid', uid: '' },
    { kind: 'pod-uid', uid: 'a b' },
    { kind: 'image-prefix', prefix: 'docker.io/library/' },
    { kind: 'image-prefix', prefix: '127.0.0.1:5000/' },
    { kind: 'endpoint', endpoint: 'unix:///run/a', imageEndpoint: 'unix://a', owned: false },
  ])('is not ours: %j', (line) => {
    expect(ledgerEntrySchema(state, allCleanupRules).safeParse(line).success).toBe(false);
  });
});

describe('files that mention a directory outside of the state', () => {
  let home: string;
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'criprobe-spec-'));
  });
  afterEach(() => {
    rmSync(home, { recursive: true });
  });
  const mentions = (): boolean =>
    isOurs({ kind: 'files', folder: '/var/lib/cni/results', mentioning: `${join(home, 'd')}/` });

  it('are ours when it bears our mark, and the mark is a file', () => {
    mkdirSync(join(home, 'd'));
    expect(mentions()).toBe(false);
    writeFileSync(join(home, 'mark'), '');
    symlinkSync(join(home, 'mark'), join(home, 'd/.made-by-criprobe'));
    expect(mentions()).toBe(false);
    rmSync(join(home, 'd'), { recursive: true });
    createOwnDirectory(join(home, 'd'));
    expect(mentions()).toBe(true);
  });
});
