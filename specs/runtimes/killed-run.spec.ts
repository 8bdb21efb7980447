// SPDX-License-Identifier: Apache-2.0
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { CriClient } from '#cri/client/client.js';
import { startTestRegistry, type TestRegistry } from '#test-registry/start-test-registry.js';
import {
  calls,
  daemon,
  expectCleanUp,
  expectNoTraceOf,
  killWhen,
  onBench,
  type Moment,
} from './support/killed-run.js';
import { leavesNothing } from './support/leaves-nothing.js';
import { answer, type RunningPod } from './support/run-pod.js';
import { RuntimeBench } from './support/runtime-bench.js';
import { containerds, crios, skipRuntimes, specOf } from './support/runtimes-here.js';

jest.setTimeout(240_000);

/** Ten of them; those of one group come to pass at the same time, on both kinds. */
const groups: readonly { readonly during: string; readonly moments: readonly Moment[] }[] = [
  {
    during: 'at its start',
    moments: [
      { when: 'its directory is there', hasCome: ({ ledger }) => ledger.includes('"kind":"directory"') },
      { when: 'the daemon begins', hasCome: ({ ledger }) => ledger.includes('"kind":"process-group"') },
      { when: 'the first calls are made', hasCome: calls(1) },
    ],
  },
  {
    during: 'among its pods',
    moments: [60, 150, 400].map((count) => ({ when: `${count} calls are made`, hasCome: calls(count) })),
  },
  {
    during: 'while the daemon is away, and at its end',
    moments: [
      {
        when: 'the daemon was stopped',
        hasCome: daemon('stop', 'stopped'),
        only: 'scenario:daemon.exits-while-stopped',
      },
      {
        when: 'the daemon was killed',
        hasCome: daemon('crash', 'stopped'),
        only: 'scenario:daemon.exits-while-crashed',
      },
      {
        when: 'the daemon comes back',
        hasCome: daemon('crash', 'starting'),
        only: 'scenario:daemon.exits-while-crashed',
      },
      {
        when: 'it cleans up by itself',
        hasCome: ({ evidence }) => evidence.includes('"type":"footer"'),
        only: 'scenario:daemon.crash-while-idle',
      },
    ],
  },
];

/** One of each kind: what a kill leaves is the launcher's, not the version's. */
const kinds = [...containerds.slice(0, 1), ...crios.slice(-1)];
const declare = skipRuntimes ? describe.skip : describe;

declare.each(groups)('a run on a private runtime that is killed $during', ({ moments }) => {
  const all = kinds.flatMap((here) => moments.map((moment) => ({ ...here, ...moment })));

  it.concurrent.each(all)(
    '$name: leaves nothing after `criprobe cleanup` when $when',
    ({ hasCome, only, ...here }) =>
      onBench(async (bench) => {
        const chosen = only === undefined ? [] : ['--only', only];
        await killWhen(bench, hasCome, [...chosen, '--managed', specOf(here)]);
        await expectCleanUp(bench);
      }),
  );

  leavesNothing();
});

declare('a run on a private runtime that is killed in the middle', () => {
  it('is cleaned up by the next run, which says so', () =>
    onBench(async (bench) => {
      await killWhen(bench, calls(100), ['--managed', 'containerd']);
      const selected = ['--managed', 'reference', 'runtime.*'];
      const next = await bench.criprobe(['run', ...selected, '--output', bench.path('next')]);
      expect(next).toMatchObject({ exit: 0 });
      expect(next.stderr).toMatch(/run [0-9a-f]{6} was killed: removed \d+ things/);
      expectNoTraceOf(bench);
    }));

  leavesNothing();
});

declare('a run on a runtime of somebody else', () => {
  let registry: TestRegistry;
  beforeAll(async () => {
    registry = await startTestRegistry();
  });
  afterAll(() => registry.close());

  it.concurrent.each([30, 250])(
    'leaves nothing of ours and all of theirs after `criprobe cleanup` when it is killed %d calls in',
    (least) =>
      onBench(async (bench) => {
        await using runtime = new RuntimeBench(registry);
        const { endpoint, client, foreign } = await inUse(runtime);
        const imagesBefore = await imagesOf(client);
        await killWhen(bench, calls(least), ['-r', endpoint]);
        const { items: left = [] } = await answer(client, 'ListPodSandbox', {});
        expect(left.length).toBeGreaterThan(1);
        await expectCleanUp(bench);
        await expectOnly(client, foreign);
        expect(await imagesOf(client)).toEqual(imagesBefore);
      }),
  );

  it.concurrent('goes through beside a foreign pod, and takes only its own away', () =>
    onBench(async (bench) => {
      await using runtime = new RuntimeBench(registry);
      const { endpoint, client, foreign } = await inUse(runtime);
      const selected = [...listing, '-r', endpoint, '--output', bench.path('whole')];
      expect(await bench.criprobe(['run', ...selected])).toMatchObject({ exit: 0 });
      await expectOnly(client, foreign);
      expectNoTraceOf(bench);
    }),
  );

  leavesNothing();
});

/** What lists whole kinds of objects, and removes what it finds too many of. */
const listing = [
  ...['scenario:containers.duplicate-names', 'scenario:containers.two-in-a-pod'],
  ...['scenario:garbage.dead-containers', 'scenario:garbage.sandboxes'],
  ...['scenario:images.collected', 'scenario:images.pull-and-remove', 'scenario:images.pulled-always'],
  ...[
    'scenario:kubelet.dies-before-start',
    'scenario:kubelet.pod-deleted-while-down',
    'scenario:kubelet.restarts',
  ],
  ...['scenario:pod.evicted', 'scenario:pod.happy-path', 'scenario:pod.static-changed'],
  ...[
    'scenario:sandbox.removed-from-outside',
    'scenario:sandbox.stopped-while-running',
    'scenario:sandbox.two-ready',
  ],
];

interface InUse {
  readonly endpoint: string;
  readonly client: CriClient;
  readonly foreign: RunningPod;
}

/** A runtime with a pod that is none of ours. */
async function inUse(bench: RuntimeBench): Promise<InUse> {
  const launched = await bench.launch('containerd');
  const client = bench.connect(launched);
  return { endpoint: launched.endpoint, client, foreign: await bench.runPod(client) };
}

async function expectOnly(client: CriClient, { sandbox, container }: RunningPod): Promise<void> {
  const { items = [] } = await answer(client, 'ListPodSandbox', {});
  const { containers = [] } = await answer(client, 'ListContainers', {});
  expect(items.map(({ id, state = 'SANDBOX_READY' }) => [id, state])).toEqual([[sandbox, 'SANDBOX_READY']]);
  expect(containers.map(({ id, state }) => [id, state])).toEqual([[container, 'CONTAINER_RUNNING']]);
}

async function imagesOf(client: CriClient): Promise<readonly string[]> {
  const { images = [] } = await answer(client, 'ListImages', {});
  return images.flatMap(({ repo_tags: tags = [] }) => tags).sort();
}
