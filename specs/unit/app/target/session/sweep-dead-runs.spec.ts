// SPDX-License-Identifier: Apache-2.0
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { sweepDeadRuns, type SweptRuntime } from '#app/target/session/sweep-dead-runs.js';
import { serveCri, type CriServer } from '#cri/server/server.js';
import type { LedgerEntry } from '#run-ledger/ledger-entry.js';
import { createOwnDirectory } from '#run-ledger/own-directory.js';
import { openBench, type Bench } from '../../../../support/cli/run-cli.js';

let bench: Bench;
let server: CriServer;
let lines: string[];
let asked: string[];
beforeEach(async () => {
  bench = await openBench();
  lines = [];
  asked = [];
  server = await serveCri({
    listen: bench.path('s'),
    handlers: {
      Version: () => Promise.resolve(noted('Version', { version: '0.1.0', runtime_api_version: 'v1' })),
      ListPodSandbox: () => Promise.resolve(noted('ListPodSandbox', {})),
      ListContainers: () => Promise.resolve(noted('ListContainers', {})),
      ListImages: () => Promise.resolve(noted('ListImages', {})),
    },
  });
});
afterEach(async () => {
  await server.close();
  await bench.dispose();
});

function noted<T>(rpc: string, answer: T): T {
  asked.push(rpc);
  return answer;
}

const state = (): string => bench.path('state');
const here = (): SweptRuntime => ({ kind: 'socket', path: bench.path('s') });

/** A run of a process that is gone. */
function dead(run: string, ...entries: readonly LedgerEntry[]): void {
  mkdirSync(join(state(), 'runs'), { recursive: true, mode: 0o700 });
  const head = { run, pid: 4_000_000, startTicks: '1', startedAt: '2026-01-01', namespace: 'n' };
  const text = [head, ...entries].map((line) => `${JSON.stringify(line)}\n`).join('');
  writeFileSync(join(state(), 'runs', `${run}.jsonl`), text, { mode: 0o600 });
}

const on = (socket: string): LedgerEntry => {
  const endpoint = `unix://${socket}`;
  return { kind: 'endpoint', endpoint, imageEndpoint: endpoint, owned: false };
};
const away = (socket: string, command: string): LedgerEntry => ({
  kind: 'step',
  step: { kind: 'runtime-down', command, cwd: '/', endpoint: `unix://${socket}` },
});

async function swept(runtime: SweptRuntime): Promise<number> {
  const progress = { line: (text: string) => void lines.push(text), live: () => undefined };
  const beganMs = performance.now();
  await sweepDeadRuns(state(), runtime, { progress, signal: new AbortController().signal });
  return performance.now() - beganMs;
}

const ledgers = (): readonly string[] => readdirSync(join(state(), 'runs'));

describe('what a new run cleans up', () => {
  it('is what was on the same runtime, or on none but its own', async () => {
    const directory = join(state(), 'work/b');
    createOwnDirectory(directory);
    dead('a', on(bench.path('s')));
    dead('b', { kind: 'step', step: { kind: 'directory', path: directory } });
    await swept(here());
    expect(ledgers()).toEqual([]);
    expect(lines).toEqual([
      'run a was killed: removed 0 things it left',
      'run b was killed: removed 1 things it left',
    ]);
  });

  it.each<[string, () => SweptRuntime]>([
    ['another socket', here],
    ['a runtime of its own', () => ({ kind: 'own' })],
  ])('is not what was on other runtimes, for a run on %s: one line names them', async (_name, runtime) => {
    const gone = bench.path('gone.sock');
    dead('a', on(gone));
    dead('b', away(gone, `touch ${bench.path('ran')}`));
    expect(await swept(runtime())).toBeLessThan(8_000);
    expect(ledgers()).toEqual(['a.jsonl', 'b.jsonl']);
    expect(readdirSync(bench.directory)).not.toContain('ran');
    expect(lines).toEqual([
      `left alone, from runs that were killed: a (unix://${gone}), b (unix://${gone}); criprobe cleanup removes it, or if a runtime is gone for good, criprobe cleanup --forget <run>`,
    ]);
  });

  it('is all of it where no runtime was found: a killed run may have made it go', async () => {
    dead('a', on(bench.path('s')));
    await swept({ kind: 'unknown' });
    expect(ledgers()).toEqual([]);
  });

  it('takes ten seconds at most, and what is still at work then is left to cleanup', async () => {
    const gone = bench.path('gone.sock');
    for (const run of ['a', 'b', 'c']) dead(run, on(gone), away(gone, 'sleep 11'));
    expect(await swept({ kind: 'socket', path: gone })).toBeLessThan(11_000);
    expect(lines.join('\n')).toMatch(/^run a was killed: .*not finished in time.*\nleft alone.* b .* c /);
  }, 30_000);

  it('is removed with one question for the version of the runtime', async () => {
    dead('a', on(bench.path('s')));
    await swept(here());
    expect(asked.filter((rpc) => rpc === 'Version')).toHaveLength(1);
  });
});
