// SPDX-License-Identifier: Apache-2.0
import { it, jest } from '@jest/globals';
import { describeOn, examples } from './support/container-engine.js';
import { expectUndone, expectWholeLife } from './support/life-in-container.js';

jest.setTimeout(240_000);

describeOn('podman', (registry) => {
  it.concurrent.each(examples)('examples/%s runs a pod that outlives a crash of the runtime', async (name) =>
    expectWholeLife(name, registry()),
  );

  it.concurrent('is undone when the harness is killed', async () => expectUndone('endpoint', registry()));
});
