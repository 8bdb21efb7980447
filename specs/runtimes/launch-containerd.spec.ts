// SPDX-License-Identifier: Apache-2.0
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { cgroupHierarchies } from '#host/cgroups.js';
import { allCleanupRules } from '#launchers/all-cleanup-rules.js';
import { removeSharedCgroup } from '#run-ledger/undo/cgroups.js';
import { createOwnDirectory } from '#run-ledger/own-directory.js';
import { undoSteps } from '#run-ledger/undo/undo-steps.js';
import { startTestRegistry, type TestRegistry } from '#test-registry/start-test-registry.js';
import { leavesNothing } from './support/leaves-nothing.js';
import { canBeEnded, stateOf, statusOf } from './support/pod-checks.js';
import { answer } from './support/run-pod.js';
import { RuntimeBench } from './support/runtime-bench.js';
import { containerds, programsOf, skipRuntimes, specOf } from './support/runtimes-here.js';

jest.setTimeout(240_000);

let registry: TestRegistry;
beforeAll(async () => {
  registry = await startTestRegistry();
});
afterAll(() => registry.close());

const [first, second, third, fourth] = containerds;
const replacements = [
  { old: first, next: second },
  { old: second, next: third },
  { old: third, next: fourth },
];

(skipRuntimes ? describe.skip : describe)('a private containerd', () => {
  it('takes along the cgroup of a container that its daemon forgot, and nobody else’s', async () => {
    await using bench = new RuntimeBench(registry);
    const [hierarchy = ''] = cgroupHierarchies();
    const [ours, other] = [randomBytes(32).toString('hex'), randomBytes(32).toString('hex')];
    for (const id of [ours, other]) mkdirSync(join(hierarchy, 'k8s.io', id), { recursive: true });
    createOwnDirectory(bench.directory);
    const log = join(bench.directory, 'containerd.log');
    writeFileSync(log, `level=info msg="cleaning leaked shim process" id=${ours} namespace=k8s.io\n`);
    const state = join(bench.directory, 'state');
    const step = { kind: 'shim-sockets', state, forgotten: { socket: '/no/socket', log } } as const;
    const { removed, remains } = await undoSteps([step], allCleanupRules);
    const isLeft = existsSync(join(hierarchy, 'k8s.io', other));
    rmdirSync(join(hierarchy, 'k8s.io', other));
    await removeSharedCgroup('/k8s.io');
    expect({ removed, remains }).toEqual({ removed: [`cgroup /k8s.io/${ours}`], remains: [] });
    expect(isLeft).toBe(true);
  });

  it.concurrent.each(containerds)(
    'of series $series runs pods under crun, which outlive it',
    async (here) => {
      await using bench = new RuntimeBench(registry);
      const launched = await bench.launch(specOf(here));
      const client = bench.connect(launched);
      const pod = await bench.runPod(client, { handler: 'crun' });
      expect(existsSync(join(bench.runtime, 'state/crun/k8s.io', pod.container))).toBe(true);
      await launched.daemon.crash();
      await launched.daemon.start();
      expect(await stateOf(client, pod)).toBe('CONTAINER_RUNNING');
      await canBeEnded(client, pod);
      expect(await stateOf(client, await bench.runPod(client))).toBe('CONTAINER_RUNNING');
      await launched[Symbol.asyncDispose]();
      expect(await bench.left()).toEqual([]);
    },
  );

  it.concurrent.each(replacements)(
    'of series $old.series goes on with its pods as $next.series',
    async ({ old, next }) => {
      await using bench = new RuntimeBench(registry);
      const launched = await bench.launch(specOf(old));
      const client = bench.connect(launched);
      const pod = await bench.runPod(client);
      const { started_at: startedAt } = await statusOf(client, pod);
      await launched.daemon.replace(programsOf(next));
      await launched.daemon.restart();
      expect((await answer(client, 'Version', {})).runtime_version).toContain(`${next.series}.`);
      expect(await statusOf(client, pod)).toMatchObject({
        state: 'CONTAINER_RUNNING',
        started_at: startedAt,
      });
      await canBeEnded(client, pod);
      expect(await stateOf(client, await bench.runPod(client))).toBe('CONTAINER_RUNNING');
      await launched[Symbol.asyncDispose]();
      expect(await bench.left()).toEqual([]);
    },
  );

  it.concurrent.each(containerds)(
    'of series $series stays as it is where the other programs cannot be used',
    async (here) => {
      await using bench = new RuntimeBench(registry);
      const launched = await bench.launch(specOf(here));
      await expect(launched.daemon.replace('/usr/lib')).rejects.toMatchObject({
        code: 'E-LAUNCH-MISSING',
        message: 'A private containerd@/usr/lib cannot be started here: there is no containerd in /usr/lib.',
      });
      await launched.daemon.restart();
      const { runtime_version: version } = await answer(bench.connect(launched), 'Version', {});
      expect(version).toContain(`${here.series}.`);
      await launched[Symbol.asyncDispose]();
      expect(await bench.left()).toEqual([]);
    },
  );

  leavesNothing();
});
