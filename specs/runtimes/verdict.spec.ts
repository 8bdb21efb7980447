// SPDX-License-Identifier: Apache-2.0
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Result } from '#judge/result.js';
import { openBench, type Bench } from '../support/run-cli.js';
import { leftSince, census } from './support/census.js';
import { containerds, skipRuntimes } from './support/runtimes-here.js';

jest.setTimeout(300_000);

const known: Readonly<Record<string, string>> = {
  '1.6': 'containerd-1.6.20.yaml',
  '1.7': 'containerd-1.7.24.yaml',
  '2.1': 'containerd-2.1.9.yaml',
};
/** Five for the closing note of a release: CRIPROBE_REPEATS=5. */
const repeats = Number(process.env['CRIPROBE_REPEATS'] ?? '2');

const declare = skipRuntimes ? describe.skip : describe;

declare.each(containerds.filter(({ series }) => series in known))(
  'the suite on containerd $series',
  ({ series, spec }) => {
    let bench: Bench;
    beforeAll(async () => {
      bench = await openBench();
    });
    afterAll(() => bench.dispose());

    it('finds what is known, nothing else, every time, and leaves nothing behind', async () => {
      if (spec === undefined) throw new Error(`containerd ${series} is not set up: run .ci/setup-runtimes`);
      const before = census();
      const file = fileURLToPath(new URL(`../../reports/known/${known[series] ?? ''}`, import.meta.url));
      const verdicts: string[] = [];
      for (let turn = 0; turn < repeats; turn++) {
        const { exit, stdout, stderr } = await bench.criprobe(
          [
            'run',
            '--managed',
            spec,
            '--known-failing',
            file,
            '--json',
            '--output',
            bench.path(`run-${turn}`),
          ],
          { env: { CRIPROBE_STATE: bench.path('s') } },
        );
        const { rulings, summary } = JSON.parse(stdout) as Result;
        expect({
          exit,
          open: rulings.filter(({ verdict }) => verdict === 'undecided'),
          stderr,
        }).toMatchObject({
          exit: 0,
          open: [],
        });
        expect(summary.held).toBeGreaterThan(100);
        verdicts.push(rulings.map(({ contract, verdict }) => `${contract} ${verdict}`).join('\n'));
      }
      expect(new Set(verdicts).size).toBe(1);
      expect(await leftSince(before)).toEqual([]);
    });
  },
);
