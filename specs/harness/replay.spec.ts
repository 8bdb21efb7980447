// SPDX-License-Identifier: Apache-2.0
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Result } from '#judge/result.js';
import { allScenarios } from '#scenarios/all.js';
import { openBench, type Bench, type CliEnd } from '../support/run-cli.js';

describe('two runs against the reference runtime', () => {
  let bench: Bench;
  let ends: readonly CliEnd[];
  let results: readonly Result[];

  beforeAll(async () => {
    bench = await openBench();
    const run = (name: string): Promise<CliEnd> =>
      bench.criprobe(['run', '--managed', 'reference', '--json', '--output', bench.path(name)]);
    ends = [await run('first'), await run('second')];
    results = ends.map(({ stdout }) => JSON.parse(stdout) as Result);
  }, 120_000);
  afterAll(() => bench.dispose());

  it('find the oracle clean: nothing violated, undecided or without occasion', () => {
    expect(ends.map(({ exit }) => exit)).toEqual([0, 0]);
    expect(results[0]?.rulings.filter(({ verdict }) => verdict !== 'held')).toEqual([]);
    expect(results[0]?.summary.held).toBeGreaterThanOrEqual(40);
  });

  it('play every scenario', () => {
    expect(results[0]?.scenarios.map(({ id }) => id)).toEqual(allScenarios.map(({ id }) => id).sort());
  });

  it('differ in nothing but times and sequence numbers', () => {
    const timeless = ({ rulings, summary, scenarios }: Result): unknown => ({
      summary,
      rulings: rulings.map(({ contract, level, verdict, scenario }) => ({
        contract,
        level,
        verdict,
        // Which of several stories gave the occasion is chance where it is a moment, as reads while a daemon starts.
        ...(verdict === 'held' ? {} : { scenario }),
      })),
      scenarios: scenarios.map(({ id }) => id),
    });
    expect(timeless(results[1] as Result)).toEqual(timeless(results[0] as Result));
  });

  it('are judged again to the same bytes, on stdout and in result.json', async () => {
    for (const [index, name] of ['first', 'second'].entries()) {
      const again = await bench.criprobe([
        'judge',
        bench.path(name),
        '--json',
        '--output',
        bench.path(`${name}-again`),
      ]);
      expect(again.stdout).toBe(ends[index]?.stdout);
      expect(await readFile(bench.path(`${name}-again/result.json`))).toEqual(
        await readFile(bench.path(`${name}/result.json`)),
      );
    }
  });

  it('of which a part was asked for is judged again as that part', async () => {
    const part = [
      'run',
      '--managed',
      'reference',
      'sandbox.stop.*',
      '--json',
      '--output',
      bench.path('part'),
    ];
    const live = await bench.criprobe(part);
    const again = await bench.criprobe(['judge', bench.path('part'), '--json']);
    expect(again.stdout).toBe(live.stdout);
    expect((JSON.parse(live.stdout) as Result).rulings.map(({ contract }) => contract)).toEqual(
      expect.arrayContaining(['sandbox.stop.idempotent']),
    );
  }, 60_000);
});
