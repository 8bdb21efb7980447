// SPDX-License-Identifier: Apache-2.0
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { startTestRegistry, type TestRegistry } from '#test-registry/start-test-registry.js';
import { atEngine, examples, openEngine } from './support/container-engine.js';
import { leavesNothing } from './support/leaves-nothing.js';
import { expectUndone, expectWholeLife } from './support/life-in-container.js';
import { skipRuntimes } from './support/runtimes-here.js';

jest.setTimeout(240_000);

(skipRuntimes ? describe.skip : describe)('a runtime in a container', () => {
  describe('of Podman', () => {
    let engine: AsyncDisposable;
    let registry: TestRegistry;
    beforeAll(async () => {
      engine = await openEngine('podman');
      registry = await startTestRegistry();
    });
    afterAll(async () => {
      await registry.close();
      await engine[Symbol.asyncDispose]();
    });

    it.concurrent.each(examples)(
      'examples/%s runs a pod that outlives a crash of the runtime',
      async (name) => expectWholeLife(name, registry),
    );

    it.concurrent('is undone when the harness is killed', async () => expectUndone('endpoint', registry));

    it('leaves neither containers nor images at the engine', async () => {
      expect(await atEngine()).toEqual([]);
    });
  });

  leavesNothing();
});
