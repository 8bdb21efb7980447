// SPDX-License-Identifier: Apache-2.0
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { containerdCleanup } from '#launchers/containerd/cleanup-steps.js';
import type { ShimSocketsStep } from '#launchers/containerd/undo-shims.js';
import { createOwnDirectory } from '#run-ledger/own-directory.js';
import type { UndoReport } from '#run-ledger/undo/undo-report.js';
import { undoSteps } from '#run-ledger/undo/undo-steps.js';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'criprobe-spec-'));
});
afterEach(() => {
  rmSync(directory, { recursive: true, force: true });
});

/** A name that no shim has. */
const socket = `/run/containerd/s/${'f0'.repeat(32)}`;

function undone(): Promise<UndoReport> {
  const bundle = join(directory, 'state/io.containerd.runtime.v2.task/k8s.io/a1');
  mkdirSync(bundle, { recursive: true });
  writeFileSync(join(bundle, 'address'), `unix://${socket}`);
  const step: ShimSocketsStep = { kind: 'shim-sockets', state: join(directory, 'state') };
  return undoSteps([step], containerdCleanup);
}

it('finds the sockets of shims in the bundles of a containerd of ours', async () => {
  createOwnDirectory(directory);
  expect(await undone()).toEqual({ removed: [`socket ${socket}`], remains: [] });
});

it('believes no bundle in a directory without our mark', async () => {
  expect(await undone()).toEqual({ removed: [], remains: [] });
});
