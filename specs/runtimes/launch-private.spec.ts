// SPDX-License-Identifier: Apache-2.0
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { openLedger } from '#run-ledger/ledger.js';
import { removeCgroup } from '#run-ledger/undo/cgroups.js';
import { becomesTrue } from '#base/poll.js';
import { startTestRegistry, type TestRegistry } from '#test-registry/start-test-registry.js';
import { leavesNothing } from './support/leaves-nothing.js';
import { canBeEnded, canConnect, removePod, stateOf, statusOf } from './support/pod-checks.js';
import { answer } from './support/run-pod.js';
import { RuntimeBench } from './support/runtime-bench.js';
import { containerds, crios, skipRuntimes, specOf } from './support/runtimes-here.js';

jest.setTimeout(240_000);

const declare = skipRuntimes ? describe.skip : describe;

let registry: TestRegistry;
beforeAll(async () => {
  registry = await startTestRegistry();
});
afterAll(() => registry.close());

declare.each([...containerds, ...crios])('a private $name', (here) => {
  it.concurrent('runs pods under its handlers, and the host reaches them', async () => {
    await using bench = new RuntimeBench(registry);
    const launched = await bench.launch(specOf(here));
    const client = bench.connect(launched);
    const { runtime_version: version } = await answer(client, 'Version', {});
    expect(version?.replace(/^v/, '')).toMatch(new RegExp(`^${here.series.replace('.', '\\.')}\\.`));
    const args = ['print hello', 'listen tcp 8080', 'wait'];
    const pods = ['', 'runc', 'crun'].map((handler) => bench.runPod(client, { handler, args }));
    for (const pod of await Promise.all(pods)) {
      expect(await stateOf(client, pod)).toBe('CONTAINER_RUNNING');
      expect(pod.ip).toMatch(/^10\.2\d\d\./);
      await expect(canConnect(pod.ip, 8080)).resolves.toBe(true);
      expect(launched.processes.count(pod.container)).toBeGreaterThan(0);
      expect(launched.processes.count(pod.sandbox)).toBe(1);
      const log = join(bench.logs, pod.uid, 'box.log');
      expect(await becomesTrue(() => readFileSync(log, 'utf8').includes('hello'), 5_000)).toBe(true);
    }
    await launched[Symbol.asyncDispose]();
    expect(await bench.left()).toEqual([]);
    await expect(launched[Symbol.asyncDispose]()).resolves.toBeUndefined();
  });

  it.concurrent.each(['stop', 'crash'] as const)(
    'comes back after a %s with its pods, and is disposed of after another one',
    async (how) => {
      await using bench = new RuntimeBench(registry);
      const launched = await bench.launch(specOf(here));
      const { daemon, processes, logFile = '' } = launched;
      const client = bench.connect(launched);
      const untilTold = { args: ['await /shared/told', 'exit 0'], shared: bench.logs };
      const [pod, brief] = await Promise.all([bench.runPod(client), bench.runPod(client, untilTold)]);
      const before = await statusOf(client, pod);
      const logged = readFileSync(logFile, 'utf8');

      await daemon[how]();
      expect((await client.call('Version', {}, { deadlineMs: 1_000 })).kind).toBe('unanswered');
      writeFileSync(join(bench.logs, 'told'), '');
      expect(await becomesTrue(() => processes.count(brief.container) === 0, 30_000)).toBe(true);
      expect([processes.count(pod.container), processes.count(pod.sandbox)]).toEqual([1, 1]);
      await daemon.start();

      const after = await statusOf(client, pod);
      // CRI-O 1.34 says another image_ref then: reports/known.
      expect(after).toEqual({ ...before, image_ref: after.image_ref });
      expect(after.state).toBe('CONTAINER_RUNNING');
      expect(await stateOf(client, brief)).toBe('CONTAINER_EXITED');
      const loggedSince = readFileSync(logFile, 'utf8');
      expect(loggedSince.startsWith(logged)).toBe(true);
      expect(loggedSince.length).toBeGreaterThan(logged.length);
      await canBeEnded(client, pod);

      await daemon.restart();
      expect(await stateOf(client, await bench.runPod(client))).toBe('CONTAINER_RUNNING');
      await daemon[how]();
      await launched[Symbol.asyncDispose]();
      expect(await bench.left()).toEqual([]);
    },
  );

  it.concurrent('leaves nothing of pods whose processes died while it was away', async () => {
    await using bench = new RuntimeBench(registry);
    const launched = await bench.launch(specOf(here));
    const { daemon, processes } = launched;
    const client = bench.connect(launched);
    const below = `criprobe${randomBytes(3).toString('hex')}`;
    const [pod, other] = await Promise.all([0, 1].map(() => bench.runPod(client, { below })));
    if (pod === undefined || other === undefined) throw new Error('two were run');
    await daemon.crash();
    const killed = async (id: string, { uid }: { readonly uid: string }): Promise<number> =>
      processes.kill({ id, uid });
    // Neither an id alone nor the pod's uid alone is enough.
    expect([await killed(pod.sandbox, other), await killed(other.container, pod)]).toEqual([0, 0]);
    expect([await killed(pod.sandbox, pod), await killed(other.container, other)]).toEqual([1, 1]);
    await daemon.start();
    expect(await killed(other.sandbox, other)).toBe(1);
    for (const one of [pod, other]) await removePod(client, one);
    await launched[Symbol.asyncDispose]();
    await removeCgroup(
      existsSync('/run/systemd/system') ? `/system.slice/system-${below}.slice` : `/${below}`,
    );
    expect(await bench.left()).toEqual([]);
  });

  it.concurrent('does not disturb another one', async () => {
    await using bench = new RuntimeBench(registry);
    await using neighbours = new RuntimeBench(registry);
    const benches = [bench, neighbours] as const;
    const [ours, theirs] = await Promise.all(benches.map((one) => one.launch(specOf(here))));
    if (ours === undefined || theirs === undefined) throw new Error('two were launched');
    const [one, two] = [bench.connect(ours), neighbours.connect(theirs)];
    const [, kept] = await Promise.all([bench.runPod(one), neighbours.runPod(two)]);
    await ours[Symbol.asyncDispose]();
    expect(await stateOf(two, kept)).toBe('CONTAINER_RUNNING');
    await theirs[Symbol.asyncDispose]();
    expect([...(await bench.left()), ...(await neighbours.left())]).toEqual([]);
  });

  it.concurrent('is undone from the ledger when the harness is killed with pods running', async () => {
    await using bench = new RuntimeBench(registry);
    await bench.killedAt(specOf(here), async ({ endpoint }) => {
      if (endpoint === undefined) return false;
      const client = bench.connect({ endpoint });
      const stubborn = { args: ['on TERM ignore', 'wait'] };
      await Promise.all([bench.runPod(client), bench.runPod(client, stubborn)]);
      return true;
    });
    expect(existsSync(bench.runtime)).toBe(true);
    await expectCleanUp(bench);
  });

  it.concurrent('is undone when the harness is killed right after its daemon was started', async () => {
    await using bench = new RuntimeBench(registry);
    await bench.killedAt(specOf(here), ({ left }) => left === 'process-group');
    await expectCleanUp(bench);
  });

  it.concurrent('keeps a foreign pod while the pods of a ledger are removed from it', async () => {
    await using bench = new RuntimeBench(registry);
    const launched = await bench.launch(specOf(here));
    const client = bench.connect(launched);
    const prefix = `${registry.address}/own/x`;
    const [foreign, ours] = await Promise.all([
      bench.runPod(client),
      bench.runPod(client, { images: prefix, labels: { 'io.criprobe.run': 'x' } }),
    ]);
    const ledger = openLedger('x', { state: bench.directory, namespace: 'launch', startedAt: new Date() });
    const { endpoint, imageEndpoint } = launched;
    ledger.add({ kind: 'endpoint', endpoint, imageEndpoint, owned: false });
    ledger.add({ kind: 'pod-uid', uid: ours.uid });
    ledger.add({ kind: 'image-prefix', prefix: `${prefix}/` });
    ledger.keep();

    expect(await bench.cleanUp()).toEqual([]);

    const sandboxes = await answer(client, 'ListPodSandbox', {});
    expect(sandboxes.items?.map(({ id }) => id)).toEqual([foreign.sandbox]);
    expect(await stateOf(client, foreign)).toBe('CONTAINER_RUNNING');
    const { images = [] } = await answer(client, 'ListImages', {});
    const names = images.flatMap(({ repo_tags: tags = [] }) => tags);
    expect(names).toContain(`${registry.address}/box:1`);
    expect(names.filter((name) => name.includes('/own/x/'))).toEqual([]);
    await launched[Symbol.asyncDispose]();
    expect(await bench.left()).toEqual([]);
  });

  leavesNothing();
});

async function expectCleanUp(bench: RuntimeBench): Promise<void> {
  expect(bench.runs()).toMatchObject([{ alive: false }]);
  expect(await bench.cleanUp()).toEqual([]);
  expect(bench.runs()).toEqual([]);
  expect(await bench.left()).toEqual([]);
}
