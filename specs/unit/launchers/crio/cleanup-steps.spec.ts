// SPDX-License-Identifier: Apache-2.0
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { createOwnDirectory } from '#run-ledger/own-directory.js';
import { crioCleanup, type CrioCgroupsStep } from '#launchers/crio/cleanup-steps.js';
import { removeLayerCache } from '#launchers/crio/layer-cache.js';
import { undoSteps } from '#run-ledger/undo/undo-steps.js';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'criprobe-spec-'));
});
afterEach(() => {
  rmSync(directory, { recursive: true, force: true });
});

const cache = (): string => join(directory, 'containers', 'cache');
const database = (): string => join(cache(), 'blob-info-cache-v1.sqlite');

it('takes the cache of layers away with the last of our CRI-Os, and the directory around it', () => {
  createOwnDirectory(cache());
  writeFileSync(database(), '');
  expect(removeLayerCache(cache(), () => true)).toEqual({ removed: [], remains: [] });
  expect(existsSync(database())).toBe(true);
  const report = removeLayerCache(cache(), () => false);
  expect(report).toEqual({ removed: [`cache ${cache()}`], remains: [] });
  expect(existsSync(join(directory, 'containers'))).toBe(false);
});

it.each([
  [
    'that we did not make',
    () => {
      mkdirSync(cache(), { recursive: true });
    },
  ],
  [
    'that somebody else came to use',
    () => {
      createOwnDirectory(cache());
      writeFileSync(join(cache(), 'short-name-aliases.conf'), '');
    },
  ],
])('leaves a cache alone %s', (_, prepare) => {
  prepare();
  writeFileSync(database(), '');
  expect(removeLayerCache(cache(), () => false)).toEqual({ removed: [], remains: [] });
  expect(existsSync(database())).toBe(true);
});

it('has no cgroups to remove for a CRI-O that made no containers', async () => {
  writeFileSync(join(directory, 'crio.log'), `msg="Ran pod sandbox ${'0f'.repeat(32)}"\n`);
  createOwnDirectory(directory);
  const step: CrioCgroupsStep = { kind: 'crio-cgroups', directory };
  expect(await undoSteps([step], crioCleanup)).toEqual({ removed: [], remains: [] });
});
