// SPDX-License-Identifier: Apache-2.0
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, jest } from '@jest/globals';
import { hostArchitecture, readGuestBinary } from '#test-registry/guest-binary.js';
import { describeOn, examples } from './support/container-engine.js';
import { expectUndone, expectWholeLife } from './support/life-in-container.js';
import { RuntimeBench } from './support/runtime-bench.js';

jest.setTimeout(240_000);

describeOn('dockerd', (registry) => {
  it.concurrent.each(examples)('examples/%s runs a pod that outlives a crash of the runtime', async (name) =>
    expectWholeLife(name, registry()),
  );

  it.concurrent.each([
    {
      what: 'does not build',
      lines: ['ADD absent.tar /'],
      code: 'E-CONTAINER-IMAGE',
      says: /The image cannot be built from .*absent\.tar/,
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
    await using bench = new RuntimeBench(registry());
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
    await using bench = new RuntimeBench(registry());
    const failed = bench.launch('container:localhost:1/criprobe/absent:1');
    await expect(failed).rejects.toMatchObject({ code: 'E-CONTAINER-IMAGE', exit: 3 });
    expect(await bench.left()).toEqual([]);
  });

  it.concurrent.each(['container', 'container-image', 'endpoint'])(
    'is undone when the harness is killed at its %s',
    async (moment) => expectUndone(moment, registry()),
  );
});

/** A folder whose image has the test program and this at the end of its Dockerfile. */
async function folderWith(bench: RuntimeBench, lines: readonly string[]): Promise<string> {
  const folder = join(bench.directory, 'image');
  mkdirSync(folder);
  writeFileSync(join(folder, 'box'), await readGuestBinary(hostArchitecture()), { mode: 0o755 });
  writeFileSync(join(folder, 'Dockerfile'), ['FROM scratch', 'COPY box /', ...lines, ''].join('\n'));
  return `container:${folder}`;
}
