// SPDX-License-Identifier: Apache-2.0
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { connectCri } from '#cri/client/grpc-client.js';
import { launcherFor } from '#launchers/launcher-for.js';
import { isOwnDirectory } from '#run-ledger/own-directory.js';
import type { CleanupStep } from '#run-ledger/cleanup-step.js';

let parent: string;
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'criprobe-spec-'));
});
afterEach(() => {
  rmSync(parent, { recursive: true });
});

describe('the embedded reference runtime', () => {
  it('needs nothing, is ready at once, and is gone afterwards with its directory', async () => {
    const directory = join(parent, 'runtime');
    const steps: CleanupStep[] = [];
    const launcher = launcherFor('reference');
    expect(await launcher.probe()).toEqual({ kind: 'ready', notes: [] });
    const launched = await launcher.launch({
      directory,
      registry: '127.0.0.1:1',
      sandboxImage: '127.0.0.1:1/pause:1',
      leaves: (step) => steps.push(step),
    });
    const client = connectCri({ runtimeEndpoint: launched.endpoint });
    const status = await client.call('Status', {}, { deadlineMs: 10_000 });
    expect(status.kind).toBe('ok');
    expect(launched.owned).toBe(true);
    expect(isOwnDirectory(directory)).toBe(true);
    expect(steps).toEqual([{ kind: 'directory', path: directory }]);
    client.close();
    await launched[Symbol.asyncDispose]();
    expect(existsSync(directory)).toBe(false);
  });
});
