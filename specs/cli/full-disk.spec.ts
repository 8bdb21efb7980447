// SPDX-License-Identifier: Apache-2.0
import { readdirSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { openBench, type Bench } from '../support/run-cli.js';

jest.setTimeout(60_000);

describe('a run whose evidence no longer fits', () => {
  let bench: Bench;
  beforeEach(async () => {
    bench = await openBench();
  });
  afterEach(() => bench.dispose());

  it('says so, exits 4, and leaves nothing but the torn recording', async () => {
    const run = ['run', '--managed', 'reference', '--output', bench.path('out')];
    const { exit, stderr } = await bench.criprobe(run, { fileSizeLimitKb: 300 });

    expect(stderr).toContain('[E-EVIDENCE-WRITE]');
    expect(stderr).toContain('EFBIG');
    expect(stderr).toContain('--output');
    expect(exit).toBe(4);
    expect(readdirSync(bench.path('out'))).toEqual(['evidence.jsonl']);
    expect(readdirSync(bench.path('state/runs'))).toEqual([]);
    expect(readdirSync(bench.path('state/work'))).toEqual([]);
  });
});
