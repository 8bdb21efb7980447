// SPDX-License-Identifier: Apache-2.0
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { unusedBlockDevice } from '#host/block-devices.js';

let root = '';

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'cpb-'));
});

afterEach(() => {
  rmSync(root, { recursive: true });
});

function device(name: string, size: string): void {
  for (const directory of [join('sys/block', name), 'dev'])
    mkdirSync(join(root, directory), { recursive: true });
  writeFileSync(join(root, 'sys/block', name, 'size'), `${size}\n`);
  writeFileSync(join(root, 'dev', name), '');
}

it('is none where there are only disks, or files that are no devices', () => {
  expect(unusedBlockDevice(root)).toBeUndefined();
  device('sda', '0');
  device('loop0', '0');
  expect(unusedBlockDevice(root)).toBeUndefined();
});

it('is a block device of this machine, if any', () => {
  const found = unusedBlockDevice();
  expect(found === undefined || statSync(found).isBlockDevice()).toBe(true);
});
