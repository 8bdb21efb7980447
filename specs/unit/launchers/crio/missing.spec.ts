// SPDX-License-Identifier: Apache-2.0
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { findCrio } from '#launchers/crio/binaries.js';
import { examineCrio, notesOnCrio } from '#launchers/crio/examine.js';
import { missingForCrio } from '#launchers/crio/missing.js';
import type { Machine } from '#host/machine.js';
import { parseMounts } from '#host/mounts.js';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'criprobe-spec-'));
});
afterEach(() => {
  rmSync(directory, { recursive: true });
});

function program(folder: string, name: string, script = 'exit 0'): void {
  mkdirSync(join(directory, folder), { recursive: true });
  writeFileSync(join(directory, folder, name), `#!/bin/sh\n${script}\n`);
  chmodSync(join(directory, folder, name), 0o755);
}

function complete(): void {
  program('crio', 'crio', "echo 'crio version 1.36.3'");
  program('crio', 'pinns');
  program('bin', 'runc', "echo 'runc version 1.1.5'");
  for (const name of ['conmon', 'ip', 'umount', 'nsenter']) program('bin', name);
  for (const name of ['bridge', 'host-local', 'loopback']) program('cni', name);
}

const machine = (over: Partial<Machine> = {}): Machine => ({
  uid: 0,
  path: [join(directory, 'bin')],
  cniDirectories: [join(directory, 'cni')],
  mounts: parseMounts('31 23 0:28 / /sys/fs/cgroup rw,relatime - cgroup2 cgroup2 rw\n'),
  capabilities: 0x1ffffffffffn,
  systemd: false,
  overlay: true,
  ...over,
});

const at = (): string => join(directory, 'crio');
const reasons = (over: Partial<Machine> = {}): string[] =>
  missingForCrio(at(), findCrio(at(), machine(over)), machine(over)).map(({ reason }) => reason);

describe('what a private CRI-O needs', () => {
  it('is there on a complete machine: crio and pinns from the directory, the rest from PATH', () => {
    complete();
    expect(reasons()).toEqual([]);
    expect(findCrio(at(), machine())).toMatchObject({
      crio: join(at(), 'crio'),
      pinns: join(at(), 'pinns'),
      conmon: join(directory, 'bin', 'conmon'),
      handlers: [{ name: 'runc', program: join(directory, 'bin', 'runc') }],
    });
  });

  it.each([
    ['crio/crio', /^there is no crio in /],
    ['crio/pinns', /^there is no pinns in .* or on PATH$/],
    ['bin/conmon', /^there is no conmon in .* or on PATH$/],
    ['bin/runc', /^there is no runc or crun in /],
    ['bin/nsenter', /^there is no nsenter on PATH$/],
    ['cni/bridge', /^no CNI plugins /],
  ])('includes %s', (file, reason) => {
    complete();
    rmSync(join(directory, file));
    const given = reasons();
    expect(given).toHaveLength(1);
    expect(given[0]).toMatch(reason);
  });

  it('is met by conmonrs, by crun, and by what the directory has itself', () => {
    complete();
    rmSync(join(directory, 'bin', 'conmon'));
    rmSync(join(directory, 'bin', 'runc'));
    program('crio', 'conmonrs');
    program('crio', 'crun');
    expect(reasons()).toEqual([]);
    expect(findCrio(at(), machine()).handlers.map(({ name }) => name)).toEqual(['crun']);
  });

  it('is root', () => {
    complete();
    expect(reasons({ uid: 1000 })).toEqual(['this is user 1000, and a container runtime needs root']);
  });
});

describe('examine', () => {
  it('is ready with the version that crio gives', async () => {
    complete();
    expect(await examineCrio(at(), machine())).toMatchObject({ binaries: { version: '1.36.3' } });
  });

  it('says what another program answers', async () => {
    complete();
    program('crio', 'crio', 'echo busybox');
    const reason = `${join(at(), 'crio')} is not a crio for this machine; --version gives: busybox`;
    expect(await examineCrio(at(), machine())).toMatchObject({ missing: [{ reason }] });
  });

  it('notes what a script in front of the OCI runtime has to soften, and for which machine', async () => {
    complete();
    program('bin', 'crun', "echo 'crun version 1.8.1'");
    const v1 = [
      '31 23 0:28 / /sys/fs/cgroup rw - tmpfs tmpfs rw',
      '32 31 0:29 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory',
      '33 31 0:30 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw',
    ].join('\n');
    const notes = async (over: Partial<Machine>): Promise<string> => {
      const examined = await examineCrio(at(), machine(over));
      if ('missing' in examined) throw new Error(JSON.stringify(examined.missing));
      return notesOnCrio(examined.binaries, machine(over)).join('\n');
    };
    const softened = await notes({ capabilities: 0n, mounts: parseMounts(v1) });
    for (const words of ['CAP_SYS_RESOURCE', 'hugetlb', 'cgroup v2 is mounted next to v1', 'crun 1.8.1'])
      expect(softened).toContain(words);
    program('bin', 'crun', "echo 'crun version 1.21'");
    expect(await notes({})).toBe('host ports are not mapped: that would change the firewall of this machine');
  });
});
