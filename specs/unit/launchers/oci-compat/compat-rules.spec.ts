// SPDX-License-Identifier: Apache-2.0
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Machine } from '#host/machine.js';
import { parseMounts } from '#host/mounts.js';
import { compatHandler, type CompatHandler } from '#launchers/oci-compat/compat-rules.js';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'criprobe-spec-'));
});
afterEach(() => {
  rmSync(directory, { recursive: true });
});

const nodes = join(import.meta.dirname, '../../../fixtures/nodes');
const machineOn = (node: string, more = ''): Machine => ({
  uid: 0,
  path: [],
  cniDirectories: [],
  mounts: parseMounts(readFileSync(join(nodes, node, 'mountinfo'), 'utf8') + more),
  capabilities: 0x1ffffffffffn,
  systemd: false,
  overlay: true,
});

/** What a program of that name needs, which prints that when it is asked for its version. */
function handler(name: string, output: string, machine: Machine): Promise<CompatHandler> {
  const program = join(directory, name);
  writeFileSync(program, `#!/bin/sh\necho '${output}'\n`, { mode: 0o755 });
  return compatHandler({ name, program }, machine);
}

describe('a crun', () => {
  it.each([
    ['crun version 1.8.1', true],
    ['crun version 1.14.2', true],
    ['crun version 1.14.3', false],
    ['crun version 1.21', false],
    ['crun version 1.14.4-dirty', false],
    ['crun: version unknown', true],
  ])('that says “%s” is too old for CRI-O: %s', async (output, expected) => {
    const { compat } = await handler('crun', output, machineOn('v2-systemd'));
    expect(compat.old).toBe(expected);
  });

  it.each([
    ['v2-systemd', undefined],
    ['v1-systemd', undefined],
    ['hybrid-systemd', '/sys/fs/cgroup/unified'],
    ['hybrid-cgroupfs', '/sys/fs/cgroup/unified'],
  ])('on a node of kind %s is not to see %s', async (node, point) => {
    const { compat } = await handler('crun', 'crun version 1.21', machineOn(node));
    expect(compat.hidden?.point).toBe(point);
  });

  it('sees the one hierarchy of a v2 machine, whatever controller of v1 is mounted beside it', async () => {
    const stray = '\n99 23 0:99 / /mnt/net_cls rw - cgroup cgroup rw,net_cls\n';
    const { compat } = await handler('crun', 'crun version 1.21', machineOn('v2-systemd', stray));
    expect(compat).toMatchObject({ hidden: undefined, hugepages: false });
  });
});

it('a runc is never too old, and sees every hierarchy', async () => {
  const { compat } = await handler('runc', 'runc version 1.0.0', machineOn('hybrid-systemd'));
  expect(compat).toMatchObject({ old: false, hidden: undefined });
});
