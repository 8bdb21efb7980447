// SPDX-License-Identifier: Apache-2.0
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { findEngine } from '#launchers/container/testcontainers.js';
import { hostArchitecture, readGuestBinary } from '#test-registry/guest-binary.js';
import { startTestRegistry, type TestRegistry } from '#test-registry/start-test-registry.js';
import { openEngine, type EngineForSpec } from './support/dockerd.js';
import { leavesNothing } from './support/leaves-nothing.js';
import { stateOf } from './support/pod-checks.js';
import { answer } from './support/run-pod.js';
import { RuntimeBench } from './support/runtime-bench.js';
import { skipRuntimes } from './support/runtimes-here.js';

jest.setTimeout(240_000);

const examples = ['containerd-in-docker', 'crio-in-docker'];
const example = (name: string): string => join(import.meta.dirname, '..', '..', 'examples', name);

(skipRuntimes ? describe.skip : describe)('a runtime in a container', () => {
  describe('of an engine', () => {
    let engine: EngineForSpec;
    let registry: TestRegistry;
    beforeAll(async () => {
      for (const name of examples) execFileSync(join(example(name), 'build'));
      engine = await openEngine();
      // Loads testcontainers, which jest cannot do for several tests at once.
      expect(await findEngine()).not.toHaveProperty('reason');
      registry = await startTestRegistry();
    });
    afterAll(async () => {
      await registry.close();
      await engine.dispose();
    });

    it.concurrent.each(examples)(
      'examples/%s runs a pod that outlives a crash of the runtime',
      async (name) => {
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
      },
    );

    it.concurrent.each([
      {
        what: 'does not build',
        lines: ['ADD absent.tar /'],
        code: 'E-CONTAINER-IMAGE',
        says: /No image can be built from .*absent\.tar/,
      },
      {
        what: 'says nothing of what to run',
        lines: [],
        code: 'E-CONTAINER-IMAGE',
        says: /neither an entrypoint/,
      },
      {
        what: 'names a program that is not there',
        lines: ['ENTRYPOINT ["/absent"]'],
        code: 'E-LAUNCH-FAILED',
        says: /the engine could not start it/,
      },
      {
        what: 'ends at once',
        lines: ['ENTRYPOINT ["/box", "print last words", "exit 3"]'],
        code: 'E-LAUNCH-FAILED',
        says: /it ended with exit code 3/,
        seen: /last words/,
      },
      {
        what: 'serves nothing',
        lines: ['ENTRYPOINT ["/box", "wait"]'],
        code: 'E-LAUNCH-TIMEOUT',
        says: /not ready after 2 s/,
      },
    ])('is one failure when it $what', async ({ lines, code, says, seen }) => {
      await using bench = new RuntimeBench(registry);
      const failed = bench.launch(await folderWith(bench, lines), { readyWithinMs: 2_000 });
      await expect(failed).rejects.toMatchObject({
        code,
        exit: 3,
        message: expect.stringMatching(says) as unknown,
        ...(seen === undefined ? {} : { seen: expect.stringMatching(seen) as unknown }),
      });
      expect(await bench.left()).toEqual([]);
    });

    it.concurrent('is one failure when its image is neither here nor to be had', async () => {
      await using bench = new RuntimeBench(registry);
      const failed = bench.launch('container:localhost:1/criprobe/absent:1');
      await expect(failed).rejects.toMatchObject({ code: 'E-CONTAINER-IMAGE', exit: 3 });
      expect(await bench.left()).toEqual([]);
    });

    it.concurrent.each(['container', 'container-image', 'endpoint'])(
      'is undone when the harness is killed at its %s',
      async (moment) => {
        await using bench = new RuntimeBench(registry);
        await bench.killedAt(`container:${example('containerd-in-docker')}`, async ({ left, endpoint }) => {
          if (endpoint !== undefined) await bench.runPod(bench.connect({ endpoint }));
          return left === moment || (moment === 'endpoint' && endpoint !== undefined);
        });
        expect(bench.runs()).toMatchObject([{ alive: false }]);
        expect(await bench.cleanUp()).toEqual([]);
        expect(await bench.left()).toEqual([]);
        expect(existsSync(bench.runtime)).toBe(false);
      },
    );

    it('leaves neither containers nor images at the engine', async () => {
      expect(await atEngine()).toEqual([]);
    });
  });

  leavesNothing();
});

/** A folder whose image has the test program and this at the end of its Dockerfile. */
async function folderWith(bench: RuntimeBench, lines: readonly string[]): Promise<string> {
  const folder = join(bench.directory, 'image');
  mkdirSync(folder);
  writeFileSync(join(folder, 'box'), await readGuestBinary(hostArchitecture()), { mode: 0o755 });
  writeFileSync(join(folder, 'Dockerfile'), ['FROM scratch', 'COPY box /', ...lines, ''].join('\n'));
  return `container:${folder}`;
}

/** What the engine has of ours: containers by name, images by reference. */
async function atEngine(): Promise<string[]> {
  const found = await findEngine();
  if ('reason' in found) throw new Error(found.reason);
  const containers = await found.api.listContainers({ all: true });
  const images = await found.api.listImages();
  return [
    ...containers.flatMap(({ Names }) => Names),
    ...images.flatMap(({ RepoTags }) => RepoTags ?? []),
  ].filter((name) => name.includes('criprobe-'));
}
