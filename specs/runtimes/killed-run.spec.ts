// SPDX-License-Identifier: Apache-2.0
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { connectCri } from '#cri/grpc-client.js';
import type { CriClient } from '#cri/client.js';
import { launcherFor } from '#launchers/launcher-for.js';
import type { Launched } from '#launchers/launcher.js';
import { undoTraces } from '#run-ledger/undo/undo-traces.js';
import type { Trace } from '#run-ledger/trace.js';
import { startTestRegistry, type TestRegistry } from '#test-registry/start-test-registry.js';
import { openBench, type Bench } from '../support/run-cli.js';
import { census, leftSince } from './support/census.js';
import { answer, runPod, type RunningPod } from './support/run-pod.js';
import { containerds, crios, skipRuntimes } from './support/runtimes-here.js';

jest.setTimeout(180_000);

let bench: Bench;
let before: ReadonlySet<string>;

beforeEach(async () => {
  bench = await openBench();
  before = census();
});
afterEach(() => bench.dispose());

/** Starts a run and kills it as kill -9 does as soon as its files say that it has come so far. */
async function killWhen(hasCome: (files: Files) => boolean, args: readonly string[]): Promise<void> {
  const run = bench.start(['run', ...args, '--output', bench.path('killed')]);
  const evidence = bench.path('killed/evidence.jsonl');
  const files = (): Files => ({ evidence: textOf(evidence), ledger: ledgers().map(textOf).join('') });
  while (!hasCome(files()) && run.process.exitCode === null) await sleep(5);
  expect(run.process.exitCode).toBeNull();
  run.process.kill('SIGKILL');
  await run.end;
}

interface Files {
  readonly evidence: string;
  readonly ledger: string;
}

const textOf = (file: string): string => (existsSync(file) ? readFileSync(file, 'utf8') : '');
const calls =
  (least: number) =>
  ({ evidence }: Files): boolean =>
    evidence.split('"type":"call"').length > least;
const daemon =
  (how: 'stop' | 'crash', moment: string) =>
  ({ evidence }: Files): boolean =>
    evidence.includes(`"facts":{"moment":"${moment}","how":"${how}"}`);

interface Moment {
  readonly when: string;
  readonly hasCome: (files: Files) => boolean;
  /** What is run; everything, unless it is said. */
  readonly args?: readonly string[];
}

const restarts = ['--only', 'daemon.away-stop,daemon.away-crash'];
const moments: readonly Moment[] = [
  { when: 'its directory is there', hasCome: ({ ledger }) => ledger.includes('"kind":"directory"') },
  { when: 'the daemon begins', hasCome: ({ ledger }) => ledger.includes('"kind":"process-group"') },
  { when: 'the first calls are made', hasCome: calls(1) },
  { when: '60 calls are made', hasCome: calls(60) },
  { when: '150 calls are made', hasCome: calls(150) },
  { when: '400 calls are made', hasCome: calls(400) },
  { when: 'the daemon was stopped', hasCome: daemon('stop', 'gone'), args: restarts },
  { when: 'the daemon was killed', hasCome: daemon('crash', 'gone'), args: restarts },
  { when: 'the daemon comes back', hasCome: daemon('crash', 'starts'), args: restarts },
  {
    when: 'it cleans up by itself',
    hasCome: ({ evidence }) => evidence.includes('"type":"footer"'),
    args: restarts,
  },
];

const ledgers = (): readonly string[] => filesIn(bench.path('state/runs'));
const work = (): readonly string[] => filesIn(bench.path('state/work'));
const filesIn = (directory: string): readonly string[] =>
  existsSync(directory) ? readdirSync(directory).map((name) => join(directory, name)) : [];

const declare = skipRuntimes ? describe.skip : describe;

/** One of each kind: what a kill leaves is the launcher's, not the version's. */
const kinds = [...containerds.slice(0, 1), ...crios.slice(-1)];

declare.each(kinds)('a run on a private runtime of series $series, killed', ({ series, spec }) => {
  it.each(moments)('leaves nothing after `criprobe cleanup` when $when', async ({ hasCome, args = [] }) => {
    if (spec === undefined) throw new Error(`${series} is not set up: run .ci/setup-runtimes`);
    await killWhen(hasCome, [...args, '--managed', spec]);
    expect(ledgers()).toHaveLength(1);

    const cleaned = await bench.criprobe(['cleanup']);

    expect({ ...cleaned, stdout: cleaned.exit === 0 ? '' : cleaned.stdout }).toMatchObject({
      exit: 0,
      stdout: '',
    });
    expect(cleaned.stdout).toContain('0 still there');
    expect([...ledgers(), ...work()]).toEqual([]);
    expect(await leftSince(before)).toEqual([]);
  });
});

declare('a run on a private containerd, killed in the middle', () => {
  it('is cleaned up by the next run, which says so', async () => {
    await killWhen(calls(100), ['--managed', 'containerd']);

    const next = await bench.criprobe([
      'run',
      '--managed',
      'reference',
      'runtime.*',
      '--output',
      bench.path('next'),
    ]);

    expect(next).toMatchObject({ exit: 0 });
    expect(next.stderr).toMatch(/run [0-9a-f]{6} had been killed: removed \d+ things/);
    expect(ledgers()).toEqual([]);
    expect(await leftSince(before)).toEqual([]);
  });
});

declare('a run on a runtime of somebody else, killed in the middle', () => {
  let directory: string;
  let registry: TestRegistry;
  let runtime: Launched;
  let client: CriClient;
  let foreign: RunningPod;
  const traces: Trace[] = [];

  beforeEach(async () => {
    directory = mkdtempSync('/var/tmp/criprobe-spec-');
    registry = await startTestRegistry();
    runtime = await launcherFor('containerd').launch({
      directory: join(directory, 'runtime'),
      registry: registry.address,
      sandboxImage: `${registry.address}/pause:1`,
      leaves: (trace) => traces.push(trace),
    });
    client = connectCri({ runtimeEndpoint: runtime.endpoint });
    foreign = await runPod(client, { images: registry.address, logs: join(directory, 'logs') });
  });
  afterEach(async () => {
    client.close();
    await runtime[Symbol.asyncDispose]();
    await undoTraces(traces.splice(0));
    await registry.close();
    rmSync(directory, { recursive: true, force: true });
  });

  it.each([30, 250])(
    'leaves nothing of ours and all of theirs after `criprobe cleanup`, %d calls in',
    async (least) => {
      const images = async (): Promise<readonly string[]> =>
        ((await answer(client, 'ListImages', {})).images ?? [])
          .flatMap(({ repo_tags: tags }) => tags ?? [])
          .sort();
      const imagesBefore = await images();

      await killWhen(calls(least), ['-r', runtime.endpoint]);
      const { items: left = [] } = await answer(client, 'ListPodSandbox', {});
      expect(left.length).toBeGreaterThan(1);
      const cleaned = await bench.criprobe(['cleanup']);

      expect({ ...cleaned, stdout: cleaned.exit === 0 ? '' : cleaned.stdout }).toMatchObject({
        exit: 0,
        stdout: '',
      });
      const { items = [] } = await answer(client, 'ListPodSandbox', {});
      const { containers = [] } = await answer(client, 'ListContainers', {});
      expect(items.map(({ id, state = 'SANDBOX_READY' }) => [id, state])).toEqual([
        [foreign.sandbox, 'SANDBOX_READY'],
      ]);
      expect(containers.map(({ id, state }) => [id, state])).toEqual([
        [foreign.container, 'CONTAINER_RUNNING'],
      ]);
      expect(await images()).toEqual(imagesBefore);
      expect([...ledgers(), ...work()]).toEqual([]);
    },
  );

  it('goes through beside the foreign pod, and takes only its own away', async () => {
    // What makes, lists and collects whole kinds of objects.
    const whole = ['pod.*', 'containers.*', 'images.*', 'garbage.*', 'kubelet.*', 'sandbox.*'];
    const target = ['-r', runtime.endpoint, '--output', bench.path('whole')];
    const done = await bench.criprobe(['run', ...whole, ...target]);

    expect(done).toMatchObject({ exit: 0 });
    const { items = [] } = await answer(client, 'ListPodSandbox', {});
    expect(items.map(({ id }) => id)).toEqual([foreign.sandbox]);
    expect([...ledgers(), ...work()]).toEqual([]);
  });
});
