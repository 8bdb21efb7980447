// SPDX-License-Identifier: Apache-2.0
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { cgroupVersion, hostFacts } from '#app/target/host-facts.js';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'cph-'));
});
afterEach(() => {
  rmSync(root, { recursive: true });
});

it.each([
  ['v2', ['cgroup.controllers', 'memory.stat', 'kubepods.slice/memory.max']],
  ['hybrid', ['unified/cgroup.controllers', 'memory/memory.limit_in_bytes', 'systemd/cgroup.procs']],
  ['v1', ['memory/memory.limit_in_bytes', 'systemd/cgroup.procs', 'unified/cgroup.procs']],
  ['none', ['elsewhere']],
] as const)('tells a node with cgroups of kind %s', (kind, files) => {
  for (const file of files) {
    const path = join(root, 'sys/fs/cgroup', file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, '');
  }
  expect(cgroupVersion(root)).toBe(kind);
});

it('says of this machine what the run is to tell of it', async () => {
  const facts = await hostFacts('systemd');
  expect(facts).toMatchObject({ cgroupDriver: 'systemd', cgroupVersion: cgroupVersion() });
  expect(facts.root).toBe(process.getuid?.() === 0);
});
