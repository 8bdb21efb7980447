// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import { afterEach, expect, it, jest } from '@jest/globals';
import { run } from '#app/run/run.js';
import { defaultRun } from '#app/run/run-options.js';
import type { Result } from '#results/result.js';
import { serveLies } from '../support/lies/lying-runtime.js';
import { openBench } from '../support/cli/run-cli.js';
import { silentIo } from '../support/cli/silent-io.js';

jest.setTimeout(120_000);
afterEach(() => {
  jest.restoreAllMocks();
});

const scenarios = [
  'containers.call-by-call',
  'pod.happy-path',
  'stop.ignores-term',
  'stop.slow-handler',
  'logs.output',
  'events.watch',
  'stats.twice',
];

// After a step back the first attempt looks like the last one: a kubelet collects the true last and starts it for ever.
const onlyForward = ['restart-policy.crash-with-always'];

/** Sets the clock of the node and of the runtime while they run: this process is both. */
function setClock(stepsMs: readonly number[]): void {
  const now = Date.now.bind(Date);
  const startedMs = performance.now();
  jest.spyOn(Date, 'now').mockImplementation(() => {
    const steps = Math.min(stepsMs.length, Math.floor((performance.now() - startedMs) / 700));
    return now() + stepsMs.slice(0, steps).reduce((sum, ms) => sum + ms, 0);
  });
}

it.each([
  ['forward', [3_600_000, 5_000, 3_000, 3_600_000], [...scenarios, ...onlyForward]],
  ['back', [-3_600_000, -5_000, -3_000, -3_600_000], scenarios],
  ['to and fro', [60_000, -120_000, 90_000, -30_000], scenarios],
])(
  'a clock that is set %s during a run: nothing is found, and the recording says so',
  async (_, stepsMs, ids) => {
    const bench = await openBench();
    const runtime = await serveLies(bench.path('cri.sock'), () => ({}));
    try {
      setClock(stepsMs);
      const selection = { ids: [], only: ids.map((id) => `scenario:${id}`), skip: [] };
      const target = { ...defaultRun, runtimeEndpoint: bench.path('cri.sock'), output: bench.path('out') };
      const { exit, json } = await run(
        { ...target, reporters: [], selection, failOn: 'any' },
        silentIo(bench),
      );
      const found = (json as Result).rulings.filter(
        ({ verdict }) => verdict === 'violated' || verdict === 'undecided',
      );
      expect(found).toEqual([]);
      expect(exit).toBe(0);
      const lines = readFileSync(bench.path('out/evidence.jsonl'), 'utf8').split('\n');
      expect(lines.filter((line) => line.includes('"type":"clock-step"')).length).toBeGreaterThan(0);
    } finally {
      jest.restoreAllMocks();
      await runtime.close();
      await bench.dispose();
    }
  },
);
