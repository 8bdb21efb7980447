// SPDX-License-Identifier: Apache-2.0
import { execFileSync } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { connectCri } from '#cri/client/grpc-client.js';
import { serveLies } from '../../support/lies/lying-runtime.js';
import { openBench, type Bench } from '../../support/cli/run-cli.js';

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.dispose());

describe('a command that may open only so many files', () => {
  it.each([64, 128, 200])(
    'says so, with what to do, and leaves nothing: %s',
    async (openFilesLimit) => {
      const run = ['run', '--managed', 'reference', '--output', bench.path('out')];
      const { exit, stderr } = await bench.criprobe(run, { openFilesLimit });

      expect(stderr).toContain('[E-OPEN-FILES]');
      expect(stderr).toContain('ulimit -n 1024');
      expect(stderr).not.toContain('    at ');
      expect(exit).toBe(7);
      expect(readdirSync(bench.path('state'))).toEqual([]);
    },
    60_000,
  );
});

const isRoot = process.getuid?.() === 0;

(isRoot ? describe : describe.skip)('a run whose state directory is full', () => {
  it.each([0, 24, 160, 250])(
    'says so, exits 7, and leaves nothing of ours on the runtime: %s KB',
    async (sizeKb) => {
      const socket = bench.path('r.sock');
      const runtime = await serveLies(socket, () => ({}));
      const state = bench.path('state');
      execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${Math.max(4, sizeKb)}k,mode=0700`, 'none', state]);
      if (sizeKb === 0) writeFileSync(join(state, 'full'), Buffer.alloc(4096));
      const { exit, stderr } = await bench.criprobe(['run', '-r', socket, '--output', bench.path('out')]);
      execFileSync('umount', ['-l', state]);

      expect(stderr).toMatch(/\[E-(STATE|LEDGER)-WRITE\]/);
      expect(stderr).toContain('ENOSPC');
      expect(stderr).not.toContain('E-SUITE');
      expect(exit).toBe(7);
      const client = connectCri({ runtimeEndpoint: socket });
      const sandboxes = await client.call('ListPodSandbox', {});
      const containers = await client.call('ListContainers', {});
      client.close();
      await runtime.close();
      expect([sandboxes, containers]).toMatchObject([
        { kind: 'ok', response: {} },
        { kind: 'ok', response: {} },
      ]);
      expect(sandboxes.kind === 'ok' && (sandboxes.response.items ?? [])).toEqual([]);
      expect(containers.kind === 'ok' && (containers.response.containers ?? [])).toEqual([]);
    },
    100_000,
  );
});
