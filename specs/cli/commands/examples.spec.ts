// SPDX-License-Identifier: Apache-2.0
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { openBench, type Bench } from '../../support/cli/run-cli.js';

jest.setTimeout(120_000);

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(async () => {
  await bench.dispose();
});

const example = (name: string): string => resolve('examples', name);

describe('the examples work as they are', () => {
  it('play, and every call is on file', async () => {
    const calls = bench.path('calls.jsonl');
    const manifests = [example('happy.yaml'), example('failing-hook.yaml')];
    const { exit, stdout, stderr } = await bench.criprobe([
      ...['play', ...manifests, '--managed', 'reference', '--calls', calls],
    ]);
    expect({ exit, stdout }).toEqual({
      exit: 0,
      stdout: expect.stringMatching(
        /^default\/happy {2}Running, deleted\n {2}main {2}exited 0 \(Completed\)\ndefault\/failing-hook[^]+PostStartHookError: the command exited 7\n$/u,
      ),
    });
    expect(stderr).toMatch(/^runtime +criprobe-reference .*\(from --managed\)\n/u);
    expect(readFileSync(calls, 'utf8')).toContain('"rpc":"RunPodSandbox"');
  });

  it('gate', async () => {
    const policy = ['--policy', example('gate-policy.yaml')];
    const { exit, stdout } = await bench.criprobe(['gate', ...policy, '--managed', 'reference', '-q']);
    expect(stdout).toContain('\nGO: all 4 rules kept\n');
    expect(exit).toBe(0);
  });

  it('gate says neither when the time is up', async () => {
    const policy = ['--policy', example('gate-policy.yaml'), '--global-timeout', '500ms'];
    const { exit } = await bench.criprobe(['gate', ...policy, '--managed', 'reference', '-q']);
    expect(exit).toBe(124);
  });
});

describe('what hands do by themselves', () => {
  it('a glob without the word contracts', async () => {
    expect(await bench.criprobe(['list', 'image.*'])).toEqual(
      await bench.criprobe(['list', 'contracts', 'image.*']),
    );
  });

  it('help as a command', async () => {
    expect(await bench.criprobe(['help', 'list'])).toEqual(await bench.criprobe(['list', '--help']));
  });
});
