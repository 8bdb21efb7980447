// SPDX-License-Identifier: Apache-2.0
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { existsSync, readdirSync } from 'node:fs';
import { criServer, type Fake } from '../../support/fake-servers.js';
import { openBench, type Bench } from '../../support/cli/run-cli.js';

jest.setTimeout(60_000);

let bench: Bench;
const fakes: Fake[] = [];
beforeEach(async () => {
  bench = await openBench();
});
afterEach(async () => {
  await Promise.all(fakes.splice(0).map((fake) => fake.close()));
  await bench.dispose();
});

describe('serve', () => {
  it.each([
    ['SIGHUP', 129],
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('ends on %s with %d, and takes its socket with it', async (signal, code) => {
    const socket = bench.path('s');
    const serving = bench.start(['serve', '--as-root', '--listen', socket]);
    await serving.shown('serving CRI on');
    expect(existsSync(socket)).toBe(true);
    serving.process.kill(signal);
    const { exit, stderr } = await serving.end;
    expect(stderr).toContain('Press again to exit without that');
    expect(exit).toBe(code);
    expect(existsSync(socket)).toBe(false);
  });
});

describe('run', () => {
  it('cleans up at the first SIGINT, and exits 130', async () => {
    const running = bench.start(['run', '--managed', 'reference']);
    await running.shown('built-in registry');
    running.process.kill('SIGINT');
    const { exit, stderr } = await running.end;
    expect(stderr).toContain('criprobe cleanup');
    expect(exit).toBe(130);
    expect(readdirSync(bench.path('state/runs'))).toEqual([]);
    expect(readdirSync(bench.path('state/work'))).toEqual([]);
  });

  it('gives up cleaning at the second SIGINT', async () => {
    const pulls = new Promise<void>((pulling) => {
      void criServer(bench.path('s'), {
        PullImage: () => {
          pulling();
          return new Promise(() => undefined);
        },
      }).then((fake) => fakes.push(fake));
    });
    const running = bench.start(['run', '-r', bench.path('s'), '--wait-ready', '10s']);
    await pulls;
    running.process.kill('SIGINT');
    await running.shown('Press again');
    running.process.kill('SIGINT');
    expect((await running.end).exit).toBe(130);
  });
});
