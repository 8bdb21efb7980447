// SPDX-License-Identifier: Apache-2.0
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { findBinaries } from '#launchers/containerd/binaries.js';
import { missingForContainerd } from '#launchers/containerd/missing.js';
import type { MissingPart } from '#launchers/private/missing.js';
import { mayLowerOomScore, type Machine } from '#host/machine.js';
import { parseMounts } from '#host/mounts.js';

const cgroup = (options: string): Machine['mounts'] =>
  parseMounts(`31 23 0:28 / /sys/fs/cgroup ${options},relatime - cgroup2 cgroup2 rw\n`);

let machine: string;
beforeEach(() => {
  machine = mkdtempSync(join(tmpdir(), 'criprobe-spec-'));
});
afterEach(() => {
  rmSync(machine, { recursive: true });
});

function program(directory: string, name: string, mode = 0o755): void {
  mkdirSync(join(machine, directory), { recursive: true });
  writeFileSync(join(machine, directory, name), '');
  chmodSync(join(machine, directory, name), mode);
}

function complete(): void {
  for (const name of ['containerd', 'containerd-shim-runc-v2', 'runc', 'ip', 'umount']) program('bin', name);
  for (const name of ['bridge', 'host-local', 'loopback']) program('cni', name);
}

function facts(over: Partial<Machine> = {}): Machine {
  return {
    uid: 0,
    path: [join(machine, 'bin')],
    cniDirectories: [join(machine, 'cni')],
    mounts: cgroup('rw'),
    capabilities: 0n,
    systemd: false,
    overlay: true,
    ...over,
  };
}

const missing = (over: Partial<Machine> = {}, directory?: string): MissingPart[] =>
  missingForContainerd(directory, findBinaries(directory, facts(over)), facts(over));

describe('what a private containerd needs', () => {
  it('is there on a complete machine', () => {
    complete();
    expect(missing()).toEqual([]);
  });

  it('is root', () => {
    complete();
    expect(missing({ uid: 1000 })).toEqual([
      {
        reason: 'this is user 1000, and a container runtime needs root',
        fix: 'sudo -E criprobe …, or --managed reference, which needs nothing',
      },
    ]);
  });

  it.each([
    ['containerd', 'there is no containerd in PATH', 'apt-get install containerd,'],
    ['runc', 'there is no runc on PATH', 'apt-get install runc'],
    ['containerd-shim-runc-v2', 'there is no containerd-shim-runc-v2 on PATH', 'apt-get install containerd'],
    ['ip', 'there is no ip on PATH', 'apt-get install iproute2'],
  ])('includes %s', (name, reason, fix) => {
    complete();
    rmSync(join(machine, 'bin', name));
    const [first, ...others] = missing();
    expect(others).toEqual([]);
    expect(first?.reason).toBe(reason);
    expect(first?.fix).toContain(fix);
  });

  it('is not met by a file that cannot be executed', () => {
    complete();
    program('bin', 'runc', 0o644);
    expect(missing().map(({ reason }) => reason)).toEqual(['there is no runc on PATH']);
  });

  it('includes each of the three CNI plugins', () => {
    complete();
    rmSync(join(machine, 'cni', 'loopback'));
    expect(missing()).toEqual([
      {
        reason: `no CNI plugins (bridge, host-local, loopback) in ${join(machine, 'cni')}`,
        fix: 'apt-get install containernetworking-plugins',
      },
    ]);
  });

  it('includes cgroups that can be written', () => {
    complete();
    expect(missing({ mounts: cgroup('ro') })[0]?.reason).toBe('/sys/fs/cgroup is mounted read-only');
    expect(missing({ mounts: [] })[0]?.reason).toBe('no cgroup hierarchy is mounted');
  });

  it('takes containerd and its shim from the directory that was named, and the rest from PATH', () => {
    complete();
    for (const name of ['containerd', 'containerd-shim-runc-v2']) {
      program('two', name);
      rmSync(join(machine, 'bin', name));
    }
    const two = join(machine, 'two');
    expect(missing({}, two)).toEqual([]);
    expect(findBinaries(two, facts())).toEqual({
      containerd: join(two, 'containerd'),
      path: [two, join(machine, 'bin')],
      cniDirectory: join(machine, 'cni'),
      handlers: [{ name: 'runc', program: join(machine, 'bin/runc') }],
    });
    expect(missing().map(({ reason }) => reason)).toContain('there is no containerd in PATH');
  });
});

describe('mayLowerOomScore', () => {
  it('is a matter of capability 24', () => {
    expect(mayLowerOomScore(facts({ capabilities: 0x1fffeffffffn }))).toBe(false);
    expect(mayLowerOomScore(facts({ capabilities: 0x1ffffffffffn }))).toBe(true);
  });
});
