// SPDX-License-Identifier: Apache-2.0
import { expect, it } from '@jest/globals';
import { kindOfStep } from '#run-ledger/cleanup-kind.js';
import type { CleanupStep } from '#run-ledger/cleanup-step.js';
import { genericRules } from '#run-ledger/generic-rules.js';
import { startTicksOf } from '#host/process-identity.js';
import { isRunAlive, thisPlace } from '#run-ledger/run-place.js';

const place = thisPlace();
const us = { pid: process.pid, startTicks: startTicksOf(process.pid), place };

it('knows this boot and this namespace', () => {
  expect(place).toEqual({
    boot: expect.stringMatching(/^[0-9a-f-]{36}$/) as unknown,
    processes: expect.stringMatching(/^pid:\[\d+\]$/) as unknown,
  });
});

it.each([
  { what: 'of us', head: us, here: place, alive: true },
  { what: 'of a process that has our pid', head: { ...us, startTicks: '1' }, here: place, alive: false },
  {
    what: 'before the machine was booted again',
    head: { ...us, place: { ...place, boot: 'x' } },
    here: place,
    alive: false,
  },
  {
    what: 'in a container, which a container cannot see',
    head: { ...us, startTicks: '1', place: { ...place, processes: 'pid:[2]' } },
    here: { ...place, processes: 'pid:[3]' },
    alive: true,
  },
  {
    what: 'in a container that is gone, which the host can tell',
    head: { ...us, place: { ...place, processes: 'pid:[2]' } },
    here: { ...place, processes: 'pid:[3]' },
    seesAll: true,
    alive: false,
  },
  {
    what: 'in a container under another pid, as the host sees it',
    head: { ...us, pid: 1 },
    here: { ...place, processes: 'pid:[3]' },
    seesAll: true,
    alive: true,
  },
])('takes a run $what for alive: $alive', ({ head, here, seesAll = false, alive }) => {
  expect(isRunAlive(head, here, seesAll)).toBe(alive);
});

it('after a reboot only what is on a disk can be ours', () => {
  const path = '/d';
  const outlivesReboot = (step: CleanupStep): boolean | undefined =>
    kindOfStep(step, genericRules)?.outlivesReboot(step);
  expect(outlivesReboot({ kind: 'directory', path })).toBe(true);
  expect(outlivesReboot({ kind: 'empty-directory', path: '/var/lib/cni' })).toBe(true);
  expect(outlivesReboot({ kind: 'empty-directory', path: '/run/containerd' })).toBe(false);
  expect(outlivesReboot({ kind: 'setting', path: '/proc/sys/net/ipv4/ip_forward', value: '0' })).toBe(false);
  expect(outlivesReboot({ kind: 'shared-cgroup', path: '/kubepods.slice' })).toBe(false);
  expect(outlivesReboot({ kind: 'runtime-down', command: 'x', cwd: '/', endpoint: 'unix:///s' })).toBe(false);
});
