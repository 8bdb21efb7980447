// SPDX-License-Identifier: Apache-2.0
import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { findEngine } from '#launchers/container/testcontainers.js';
import { unmountBelow } from '#host/mounts.js';
import { startTestRegistry, type TestRegistry } from '#test-registry/start-test-registry.js';
import { leavesNothing } from './leaves-nothing.js';
import { skipRuntimes } from './runtimes-here.js';

const root = join(import.meta.dirname, '..', '..', '..');
const run = promisify(execFile);

/** A script of .ci. */
type Which = 'dockerd' | 'podman';

export const examples: readonly string[] = ['containerd-in-docker', 'crio-in-docker'];
export const example = (name: string): string => join(root, 'examples', name);

/** Specs of runtimes in its containers; none of all that is left then, neither at the engine nor on the machine. */
export function describeOn(which: Which, specs: (registry: () => TestRegistry) => void): void {
  (skipRuntimes ? describe.skip : describe)('a runtime in a container', () => {
    describe(`of ${which}`, () => {
      let engine: AsyncDisposable;
      let registry: TestRegistry;
      beforeAll(async () => {
        engine = await openEngine(which);
        registry = await startTestRegistry();
      });
      afterAll(async () => {
        await registry.close();
        await engine[Symbol.asyncDispose]();
      });

      specs(() => registry);

      it('leaves neither containers nor images at the engine', async () => {
        expect(await atEngine()).toEqual([]);
      });
    });

    leavesNothing();
  });
}

/** An engine of our own that ends with the spec, named by DOCKER_HOST meanwhile; it can run the examples. */
async function openEngine(which: Which): Promise<AsyncDisposable> {
  for (const name of examples) execFileSync(join(example(name), 'build'));
  const script = join(root, '.ci', which);
  const before = process.env['DOCKER_HOST'];
  const directory = mkdtempSync(`/var/tmp/criprobe-${which}-`);
  const { stdout } = await run(script, ['start', directory]);
  process.env['DOCKER_HOST'] = /^DOCKER_HOST=(.+)$/m.exec(stdout)?.[1] ?? '';
  // Loads testcontainers, which jest cannot do for several tests at once.
  expect(await findEngine()).not.toHaveProperty('reason');
  return {
    [Symbol.asyncDispose]: async () => {
      if (before === undefined) delete process.env['DOCKER_HOST'];
      else process.env['DOCKER_HOST'] = before;
      await run(script, ['stop', directory]);
      await unmountBelow(directory);
      rmSync(directory, { recursive: true, force: true });
    },
  };
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
