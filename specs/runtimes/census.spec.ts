// SPDX-License-Identifier: Apache-2.0
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { becomesTrue } from '#base/poll.js';
import { startTestRegistry, type TestRegistry } from '#test-registry/start-test-registry.js';
import { census, leftSince, newSince } from '../../scripts/census.mjs';
import { RuntimeBench } from './support/runtime-bench.js';
import { containerds, crios, skipRuntimes, specOf } from './support/runtimes-here.js';

jest.setTimeout(120_000);

let registry: TestRegistry;
beforeAll(async () => {
  registry = await startTestRegistry();
});
afterAll(() => registry.close());

/** One of each kind. */
const kinds = [...containerds.slice(-1), ...crios.slice(-1)];

(skipRuntimes ? describe.skip : describe)('the census', () => {
  it.each(kinds)('sees everything of a pod of a private $name', async (here) => {
    await using bench = new RuntimeBench(registry);
    const before = census();
    const launched = await bench.launch(specOf(here));
    const { container } = await bench.runPod(bench.connect(launched));
    const seen = newSince(before).join('\n');
    const monitor = specOf(here).startsWith('crio') ? 'conmon' : 'containerd-shim-runc-v2';
    const daemon = specOf(here).startsWith('crio') ? 'crio' : 'containerd';
    for (const program of [daemon, monitor, 'box'])
      expect(seen).toMatch(new RegExp(`^process \\d+ ${program}$`, 'm'));
    expect(seen).toMatch(new RegExp(`^mount ${bench.runtime}/`, 'm'));
    expect(seen).toMatch(new RegExp(`^cgroup .*${container}`, 'm'));
    expect(seen).toMatch(/^interface crip[0-9a-f]{9}$/m);
    expect(seen).toMatch(/^interface veth/m);
    expect(seen).toMatch(/^file \/var\/lib\/cni\/results\/crip/m);
    await launched[Symbol.asyncDispose]();
    expect(await leftSince(before)).toEqual([]);
  });

  it('does not see a service that has namespaces of its own, on the root of the machine', async () => {
    const before = census();
    const said = 'mount -t tmpfs none /mnt && echo ready && exec sleep 60';
    const service = spawn('unshare', ['--mount', '--net', '/bin/sh', '-c', said]);
    try {
      let ready = '';
      service.stdout.on('data', (bytes: Buffer) => (ready += bytes.toString()));
      expect(await becomesTrue(() => ready === 'ready\n', 10_000)).toBe(true);
      expect(newSince(before)).toEqual([]);
    } finally {
      if (service.kill('SIGKILL')) await once(service, 'exit');
    }
  });
});
