// SPDX-License-Identifier: Apache-2.0
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import type { TestRegistry } from '#test-registry/start-test-registry.js';
import { example } from './container-engine.js';
import { stateOf } from './pod-checks.js';
import { answer } from './run-pod.js';
import { RuntimeBench } from './runtime-bench.js';

/** A runtime of the examples is started, killed, started, restarted and gone; its pod outlives all but the last. */
export async function expectWholeLife(name: string, registry: TestRegistry): Promise<void> {
  await using bench = new RuntimeBench(registry);
  const launched = await bench.launch(`container:${example(name)}`);
  const { daemon, processes } = launched;
  const client = bench.connect(launched);
  const version = await answer(client, 'Version', {});
  expect(version.runtime_name).toBe(name.replace('crio', 'cri-o').split('-in-')[0]);
  const pod = await bench.runPod(client);
  expect(pod.ip).toMatch(/^10\.2\d\d\./);
  expect(processes.count(pod.container)).toBe(1);
  await daemon.crash();
  expect(await client.call('Version', {}, { deadlineMs: 2_000 })).not.toMatchObject({ kind: 'ok' });
  expect(processes.count(pod.container)).toBe(1);
  await daemon.start();
  await daemon.restart();
  expect(await stateOf(client, pod)).toBe('CONTAINER_RUNNING');
  await launched[Symbol.asyncDispose]();
  expect(readFileSync(join(bench.logs, pod.uid, 'box.log'), 'utf8')).toContain('hello');
  expect(await bench.left()).toEqual([]);
  await expect(launched[Symbol.asyncDispose]()).resolves.toBeUndefined();
}

/** The harness is killed when it has said so much; the next one undoes all of it. */
export async function expectUndone(moment: string, registry: TestRegistry): Promise<void> {
  await using bench = new RuntimeBench(registry);
  await bench.killedAt(`container:${example('containerd-in-docker')}`, async ({ left, endpoint }) => {
    if (endpoint !== undefined) await bench.runPod(bench.connect({ endpoint }));
    return left === moment || (moment === 'endpoint' && endpoint !== undefined);
  });
  expect(bench.runs()).toMatchObject([{ alive: false }]);
  expect(await bench.cleanUp()).toEqual([]);
  expect(await bench.left()).toEqual([]);
  expect(existsSync(bench.runtime)).toBe(false);
}
