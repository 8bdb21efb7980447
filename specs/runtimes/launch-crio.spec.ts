// SPDX-License-Identifier: Apache-2.0
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { becomesTrue } from '#base/poll.js';
import { startTestRegistry, type TestRegistry } from '#test-registry/start-test-registry.js';
import { leavesNothing } from './support/leaves-nothing.js';
import { stateOf, statusOf } from './support/pod-checks.js';
import { answer } from './support/run-pod.js';
import { RuntimeBench } from './support/runtime-bench.js';
import { crios, programsOf, skipRuntimes, specOf } from './support/runtimes-here.js';

jest.setTimeout(240_000);

let registry: TestRegistry;
beforeAll(async () => {
  registry = await startTestRegistry();
});
afterAll(() => registry.close());

const [older, newer] = crios;
const ends = crios.flatMap((here) => (['stop', 'crash'] as const).map((how) => ({ ...here, here, how })));

(skipRuntimes ? describe.skip : describe)('a private CRI-O', () => {
  it.concurrent.each(ends)(
    'of series $series knows after a $how how a container ended, and has its last words',
    async ({ here, how }) => {
      await using bench = new RuntimeBench(registry);
      const launched = await bench.launch(specOf(here));
      const { daemon, processes } = launched;
      const client = bench.connect(launched);
      const untilTold = ['await /shared/told', 'print late', 'exit 7'];
      const pod = await bench.runPod(client, { args: untilTold, shared: bench.logs });
      await daemon[how]();
      writeFileSync(join(bench.logs, 'told'), '');
      expect(await becomesTrue(() => processes.count(pod.container) === 0, 30_000)).toBe(true);
      await daemon.start();
      const ended = { state: 'CONTAINER_EXITED', exit_code: 7, reason: 'Error' };
      expect(await statusOf(client, pod)).toMatchObject(ended);
      expect(readFileSync(join(bench.logs, pod.uid, 'box.log'), 'utf8')).toContain('late');
      await launched[Symbol.asyncDispose]();
      expect(await bench.left()).toEqual([]);
    },
  );

  it.concurrent.each(crios)(
    'of series $series is undone when the harness is killed right after it recorded the cache of layers',
    async (here) => {
      await using bench = new RuntimeBench(registry);
      await bench.killedAt(specOf(here), ({ left }) => left === 'layer-cache');
      expect(bench.runs()).toMatchObject([{ alive: false }]);
      expect(await bench.cleanUp()).toEqual([]);
      expect(await bench.left()).toEqual([]);
    },
  );

  it.concurrent('does not disturb one of another series', async () => {
    await using bench = new RuntimeBench(registry);
    await using neighbours = new RuntimeBench(registry);
    const [ours, theirs] = await Promise.all([bench.launch(specOf(older)), neighbours.launch(specOf(newer))]);
    const [one, two] = [bench.connect(ours), neighbours.connect(theirs)];
    const [, kept] = await Promise.all([bench.runPod(one), neighbours.runPod(two)]);
    await ours[Symbol.asyncDispose]();
    expect(await stateOf(two, kept)).toBe('CONTAINER_RUNNING');
    await theirs[Symbol.asyncDispose]();
    expect([...(await bench.left()), ...(await neighbours.left())]).toEqual([]);
  });

  it.concurrent('removes, where it replaces an older minor, the containers of that', async () => {
    await using bench = new RuntimeBench(registry);
    const launched = await bench.launch(specOf(older));
    const client = bench.connect(launched);
    const pod = await bench.runPod(client);
    await launched.daemon.replace(programsOf(newer));
    await launched.daemon.restart();
    expect((await answer(client, 'Version', {})).runtime_version).toContain(`${newer.series}.`);
    // As its documentation says.
    expect((await answer(client, 'ListPodSandbox', {})).items ?? []).toEqual([]);
    expect(launched.processes.count(pod.container)).toBe(0);
    expect(await stateOf(client, await bench.runPod(client))).toBe('CONTAINER_RUNNING');
    await launched[Symbol.asyncDispose]();
    expect(await bench.left()).toEqual([]);
  });

  leavesNothing();
});
