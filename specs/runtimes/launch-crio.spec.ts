// SPDX-License-Identifier: Apache-2.0
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { CriClient } from '#cri/client.js';
import { connectCri } from '#cri/grpc-client.js';
import { cleanUpRun } from '#run-ledger/clean-up-run.js';
import { listRuns } from '#run-ledger/list-runs.js';
import { becomesTrue } from '#run-ledger/undo/poll.js';
import { startTestRegistry, type TestRegistry } from '#test-registry/start-test-registry.js';
import { killedAt, type HarnessOptions } from './support/killed-harness.js';
import { answer, type RunningPod } from './support/run-pod.js';
import { RuntimeBench } from './support/runtime-bench.js';
import { crios, skipRuntimes } from './support/runtimes-here.js';

jest.setTimeout(240_000);

const declare = skipRuntimes ? describe.skip : describe;
const specOf = (wanted: string): string => crios.find(({ series }) => series === wanted)?.spec ?? '';

let registry: TestRegistry;
let bench: RuntimeBench;
beforeAll(async () => {
  registry = await startTestRegistry();
});
afterAll(() => registry.close());
beforeEach(() => {
  bench = new RuntimeBench(registry);
});
afterEach(() => bench.close());

const neverConnects = (): never => {
  throw new Error('a runtime of ours is not cleaned object by object');
};
const harness = (spec: string): HarnessOptions => ({
  spec,
  state: bench.directory,
  directory: bench.runtime,
  registry: registry.address,
});

async function stateOf(client: CriClient, { container }: RunningPod): Promise<unknown> {
  const { status } = await answer(client, 'ContainerStatus', { container_id: container });
  return status?.state;
}

async function cleanUp(): Promise<void> {
  for (const record of listRuns(bench.directory)) {
    expect(record.alive).toBe(false);
    expect((await cleanUpRun(record, neverConnects)).remains).toEqual([]);
  }
}

declare.each(crios)('a private CRI-O $series', ({ series, spec = '' }) => {
  it('is set up', () => {
    // Not there: run .ci/setup-runtimes, or say CRIPROBE_SKIP_RUNTIMES=1.
    expect(spec).toMatch(/^crio@/);
  });

  it.each(['', 'runc', 'crun'])(
    'runs a pod under the handler “%s” with its image from our registry, and nothing is left of it',
    async (handler) => {
      const launched = await bench.launch(spec);
      const client = bench.connect(launched);
      expect((await answer(client, 'Version', {})).runtime_version).toContain(`${series}.`);
      const pod = await bench.runPod(client, undefined, handler);
      expect(await stateOf(client, pod)).toBe('CONTAINER_RUNNING');
      expect(pod.ip).toMatch(/^10\.2\d\d\./);
      const { processes } = launched;
      expect([processes.count(pod.container), processes.count(pod.sandbox)]).toEqual([1, 1]);
      const log = join(bench.directory, 'logs', pod.uid, 'box.log');
      expect(await becomesTrue(() => readFileSync(log, 'utf8').includes('hello'), 5_000)).toBe(true);
      await launched[Symbol.asyncDispose]();
      expect(await bench.left()).toEqual([]);
      await expect(launched[Symbol.asyncDispose]()).resolves.toBeUndefined();
    },
  );

  it('is undone from the ledger when the harness is killed with pods running', async () => {
    await killedAt(harness(spec), async ({ endpoint }) => {
      if (endpoint === undefined) return false;
      const client = connectCri({ runtimeEndpoint: endpoint });
      await bench.runPod(client);
      await bench.runPod(client, ['on TERM ignore', 'wait']);
      client.close();
      return true;
    });
    expect(existsSync(bench.runtime)).toBe(true);
    await cleanUp();
    expect(await bench.left()).toEqual([]);
    expect(listRuns(bench.directory)).toEqual([]);
  });

  it.each(['directory', 'layer-cache', 'process-group'] as const)(
    'is undone when the harness is killed right after it recorded its %s',
    async (kind) => {
      await killedAt(harness(spec), ({ left }) => left === kind);
      await cleanUp();
      expect(await bench.left()).toEqual([]);
    },
  );

  it.each(['stop', 'crash'] as const)(
    'comes back after a %s with its pods, and knows what happened meanwhile',
    async (how) => {
      const launched = await bench.launch(spec);
      const { daemon, processes, logFile = '' } = launched;
      const client = bench.connect(launched);
      const lasting = await bench.runPod(client);
      const brief = await bench.runPod(client, ['sleep 3s', 'print late', 'exit 7']);
      const before = await answer(client, 'ContainerStatus', { container_id: lasting.container });
      const logged = readFileSync(logFile, 'utf8');
      await daemon[how]();
      expect(await becomesTrue(() => processes.count(brief.container) === 0, 30_000)).toBe(true);
      expect([processes.count(lasting.container), processes.count(lasting.sandbox)]).toEqual([1, 1]);
      await daemon.start();
      const after = await answer(client, 'ContainerStatus', { container_id: lasting.container });
      // 1.34 says another image_ref then: reports/known.
      const { image_ref: ref } = after.status ?? {};
      expect(after.status).toEqual({ ...before.status, image_ref: ref });
      const { status } = await answer(client, 'ContainerStatus', { container_id: brief.container });
      expect(status).toMatchObject({ state: 'CONTAINER_EXITED', exit_code: 7, reason: 'Error' });
      expect(readFileSync(join(bench.directory, 'logs', brief.uid, 'box.log'), 'utf8')).toContain('late');
      expect(readFileSync(logFile, 'utf8').startsWith(logged)).toBe(true);
      await answer(client, 'StopContainer', { container_id: lasting.container, timeout: '5' });
      expect(await stateOf(client, lasting)).toBe('CONTAINER_EXITED');
      expect(await stateOf(client, await bench.runPod(client))).toBe('CONTAINER_RUNNING');
      await daemon[how]();
      await launched[Symbol.asyncDispose]();
      expect(await bench.left()).toEqual([]);
    },
  );

  it('leaves nothing of pods whose processes died while it was away', async () => {
    const launched = await bench.launch(spec);
    const { daemon, processes } = launched;
    const client = bench.connect(launched);
    const [pod, other] = [await bench.runPod(client), await bench.runPod(client)];
    await daemon.crash();
    expect([processes.kill(pod.sandbox), processes.kill(other.container)]).toEqual([1, 1]);
    await daemon.start();
    for (const { sandbox } of [pod, other]) {
      await answer(client, 'StopPodSandbox', { pod_sandbox_id: sandbox });
      await answer(client, 'RemovePodSandbox', { pod_sandbox_id: sandbox });
    }
    await launched[Symbol.asyncDispose]();
    expect(await bench.left()).toEqual([]);
  });

  it('is one failure with the last lines of its log when it cannot start, and nothing is left', async () => {
    const binaries = join(bench.directory, 'binaries');
    mkdirSync(binaries);
    const crio = `#!/bin/sh\n[ "$1" = --version ] && { echo "crio version ${series}.9"; exit; }\necho 'level=fatal msg="no luck today"' >&2; exit 3\n`;
    writeFileSync(join(binaries, 'crio'), crio, { mode: 0o755 });
    writeFileSync(join(binaries, 'pinns'), '#!/bin/sh\n', { mode: 0o755 });
    await expect(bench.launch(`crio@${binaries}`)).rejects.toMatchObject({
      code: 'E-LAUNCH-FAILED',
      message: `CRI-O ${series}.9 did not start: it ended with exit code 3; it said “no luck today”.`,
      seen: 'level=fatal msg="no luck today"',
    });
    expect(await bench.left()).toEqual([]);
  });
});

declare('two private CRI-Os', () => {
  it('do not disturb each other, and the last to go leaves nothing', async () => {
    const [one, two] = await Promise.all(
      crios.map(({ spec = '' }, at) => bench.launch(spec, `${bench.runtime}-${at}`)),
    );
    if (one === undefined || two === undefined) throw new Error('two versions are to be set up');
    const [first, second] = [bench.connect(one), bench.connect(two)];
    const [, kept] = [await bench.runPod(first), await bench.runPod(second)];
    await one[Symbol.asyncDispose]();
    expect(await stateOf(second, kept)).toBe('CONTAINER_RUNNING');
    await two[Symbol.asyncDispose]();
    expect(await bench.left()).toEqual([]);
  });

  it('of two minors: the newer one removes the containers of the older, as its documentation says', async () => {
    const launched = await bench.launch(specOf('1.34'));
    const client = bench.connect(launched);
    const pod = await bench.runPod(client);
    await launched.daemon.replace(specOf('1.36').replace('crio@', ''));
    await launched.daemon.restart();
    expect((await answer(client, 'Version', {})).runtime_version).toContain('1.36.');
    expect((await answer(client, 'ListPodSandbox', {})).items ?? []).toEqual([]);
    expect(launched.processes.count(pod.container)).toBe(0);
    expect(await stateOf(client, await bench.runPod(client))).toBe('CONTAINER_RUNNING');
    await launched[Symbol.asyncDispose]();
    expect(await bench.left()).toEqual([]);
  });
});
