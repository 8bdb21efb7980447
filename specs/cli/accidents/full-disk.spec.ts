// SPDX-License-Identifier: Apache-2.0
import { spawnSync } from 'node:child_process';
import { closeSync, openSync, readdirSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { main, openBench, type Bench } from '../../support/cli/run-cli.js';

jest.setTimeout(60_000);

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.dispose());

describe('a run whose evidence no longer fits', () => {
  it('says so, exits 7, and leaves nothing but the torn recording', async () => {
    const run = ['run', '--managed', 'reference', '--output', bench.path('out')];
    const { exit, stderr } = await bench.criprobe(run, { fileSizeLimitKb: 300 });

    expect(stderr).toContain('[E-EVIDENCE-WRITE]');
    expect(stderr).toContain('EFBIG');
    expect(stderr).toContain('--output');
    expect(exit).toBe(7);
    expect(readdirSync(bench.path('out'))).toEqual(['evidence.jsonl']);
    expect(readdirSync(bench.path('state/runs'))).toEqual([]);
    expect(readdirSync(bench.path('state/work'))).toEqual([]);
  });
});

describe('calls of play that no longer fit', () => {
  it('end it at once, cleaned up, and the file is named', async () => {
    const spec = { containers: [{ name: 'a', image: 'registry.test/box:1', command: ['/box', 'wait'] }] };
    const pod = JSON.stringify({ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a' }, spec });
    const play = ['play', '-', '--managed', 'reference', '--hold', '10m', '--calls', bench.path('calls')];
    const { exit, stderr } = await bench.criprobe(play, { input: pod, fileSizeLimitKb: 4 });

    expect(stderr).toContain(`${bench.path('calls')} cannot be written [E-EVIDENCE-WRITE]`);
    expect(stderr).toContain('EFBIG');
    expect(stderr).toMatch(/fix +.*--calls/);
    expect(exit).toBe(7);
    expect(readdirSync(bench.path('state/runs'))).toEqual([]);
    expect(readdirSync(bench.path('state/work'))).toEqual([]);
  });
});

describe('a full disk under stdout', () => {
  it('is said, exit 7', () => {
    const full = openSync('/dev/full', 'w');
    const ended = spawnSync(process.execPath, [main, 'list', '--json'], {
      cwd: bench.path('cwd'),
      env: bench.env,
      stdio: ['ignore', full, 'pipe'],
      encoding: 'utf8',
    });
    closeSync(full);
    expect(ended.stderr).toMatch(
      /^✘ The output ends here: it cannot be written \[E-OUTPUT\]\n +seen +ENOSPC/,
    );
    expect(ended.status).toBe(7);
  });
});
