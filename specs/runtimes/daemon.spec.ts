// SPDX-License-Identifier: Apache-2.0
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { CriClient } from '#cri/client.js';
import { startTestRegistry, type TestRegistry } from '#test-registry/start-test-registry.js';
import { answer, type RunningPod } from './support/run-pod.js';
import { RuntimeBench } from './support/runtime-bench.js';
import { containerds, skipRuntimes } from './support/runtimes-here.js';

jest.setTimeout(180_000);

const declare = skipRuntimes ? describe.skip : describe;
const specOf = (wanted: string): string => containerds.find(({ series }) => series === wanted)?.spec ?? '';

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

async function startedAt(client: CriClient, { container }: RunningPod): Promise<string | undefined> {
  const { status } = await answer(client, 'ContainerStatus', { container_id: container });
  expect(status?.state).toBe('CONTAINER_RUNNING');
  return status?.started_at;
}

/** Ends the container with grace, takes the pod away, and runs another one. */
async function isOfUse(client: CriClient, { container, sandbox }: RunningPod): Promise<void> {
  await answer(client, 'StopContainer', { container_id: container, timeout: '5' });
  const { status } = await answer(client, 'ContainerStatus', { container_id: container });
  expect(status?.state).toBe('CONTAINER_EXITED');
  await answer(client, 'StopPodSandbox', { pod_sandbox_id: sandbox });
  await answer(client, 'RemovePodSandbox', { pod_sandbox_id: sandbox });
  await startedAt(client, await bench.runPod(client));
}

declare.each(containerds)('the daemon of a private containerd $series', ({ spec = '' }) => {
  it.each(['stop', 'crash'] as const)('comes back after a %s, and its pods lived on', async (how) => {
    const launched = await bench.launch(spec);
    const { daemon, processes, logFile = '' } = launched;
    const client = bench.connect(launched);
    const pod = await bench.runPod(client);
    const before = await startedAt(client, pod);
    const logged = readFileSync(logFile, 'utf8');
    await daemon[how]();
    expect((await client.call('Version', {}, { deadlineMs: 1_000 })).kind).toBe('unanswered');
    expect([processes.count(pod.container), processes.count(pod.sandbox)]).toEqual([1, 1]);
    await daemon.start();
    expect(await startedAt(client, pod)).toBe(before);
    const loggedSince = readFileSync(logFile, 'utf8');
    expect(loggedSince.startsWith(logged)).toBe(true);
    expect(loggedSince.length).toBeGreaterThan(logged.length);
    await isOfUse(client, pod);
    await launched[Symbol.asyncDispose]();
    expect(await bench.left()).toEqual([]);
  });

  it.each(['stop', 'crash'] as const)('is disposed of after a %s, with its pods', async (how) => {
    const launched = await bench.launch(spec);
    const client = bench.connect(launched);
    await bench.runPod(client);
    await launched.daemon.restart();
    await bench.runPod(client);
    await launched.daemon[how]();
    await launched[Symbol.asyncDispose]();
    expect(await bench.left()).toEqual([]);
  });

  it('runs pods under crun where they ask for it', async () => {
    const launched = await bench.launch(spec);
    const client = bench.connect(launched);
    const pod = await bench.runPod(client, undefined, 'crun');
    expect(existsSync(join(bench.runtime, 'state/crun/k8s.io', pod.container))).toBe(true);
    await launched.daemon.crash();
    await launched.daemon.start();
    await isOfUse(client, pod);
    await launched[Symbol.asyncDispose]();
    expect(await bench.left()).toEqual([]);
  });

  it('leaves nothing of a pod whose processes died while it was away', async () => {
    const launched = await bench.launch(spec);
    const { daemon, processes } = launched;
    const client = bench.connect(launched);
    const [pod, other] = [await bench.runPod(client), await bench.runPod(client)];
    await daemon.crash();
    expect(processes.kill(pod.sandbox)).toBe(1);
    expect(processes.kill(other.container)).toBe(1);
    await daemon.start();
    expect(processes.kill(other.sandbox)).toBe(1);
    for (const { sandbox } of [pod, other]) {
      await client.call('StopPodSandbox', { pod_sandbox_id: sandbox }, { deadlineMs: 20_000 });
      await client.call('RemovePodSandbox', { pod_sandbox_id: sandbox }, { deadlineMs: 20_000 });
    }
    await launched[Symbol.asyncDispose]();
    expect(await bench.left()).toEqual([]);
  });
});

declare.each([
  ['1.6', '1.7'],
  ['1.7', '2.1'],
  ['2.1', '2.4'],
])('containerd %s, replaced by %s while a pod runs', (old, next) => {
  it('goes on with the pod under the new version', async () => {
    const launched = await bench.launch(specOf(old));
    const client = bench.connect(launched);
    const pod = await bench.runPod(client);
    const before = await startedAt(client, pod);
    const [, directory = ''] = specOf(next).split('@');
    await launched.daemon.replace(directory);
    await launched.daemon.restart();
    expect((await answer(client, 'Version', {})).runtime_version).toContain(`${next}.`);
    expect(await startedAt(client, pod)).toBe(before);
    await isOfUse(client, pod);
    await launched[Symbol.asyncDispose]();
    expect(await bench.left()).toEqual([]);
  });

  it('stays as it is when the other binaries cannot be used', async () => {
    const launched = await bench.launch(specOf(old));
    await expect(launched.daemon.replace('/usr/lib')).rejects.toMatchObject({
      code: 'E-LAUNCH-MISSING',
      message: 'A private containerd@/usr/lib cannot be started here: there is no containerd in /usr/lib.',
    });
    await launched.daemon.restart();
    const client = bench.connect(launched);
    expect((await answer(client, 'Version', {})).runtime_version).toContain(`${old}.`);
    await launched[Symbol.asyncDispose]();
    expect(await bench.left()).toEqual([]);
  });
});
