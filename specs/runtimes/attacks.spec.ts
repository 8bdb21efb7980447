// SPDX-License-Identifier: Apache-2.0
import { createServer, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import pLimit from 'p-limit';
import { socketPath } from '#cri/client/endpoint.js';
import { imageDefinitions } from '#test-registry/image-definitions.js';
import { startTestRegistry, type TestRegistry } from '#test-registry/start-test-registry.js';
import { AttackBench } from '../support/forging-proxy/attack-bench.js';
import {
  cleanup,
  compare,
  doctor,
  gate,
  play,
  run,
  type AttackCommand,
} from '../support/forging-proxy/attack-commands.js';
import { foreignForgeries, type Forgery } from '../support/forging-proxy/forgeries.js';
import { foreignImages } from '../support/forging-proxy/foreign-world.js';
import { leavesNothing } from './support/leaves-nothing.js';
import { RuntimeBench } from './support/runtime-bench.js';
import { containerds, crios, skipRuntimes, specOf, type RuntimeHere } from './support/runtimes-here.js';

// They wait for containers to end more than they compute.
const atOnce = pLimit(8);
jest.setTimeout(1_800_000);

/** The registry serves for the runtime's owner and, under the address that commands listen on, for what they ask for. */
let registry: TestRegistry;
beforeAll(async () => {
  registry = await startTestRegistry({ definitions: [...imageDefinitions, ...foreignImages] });
});
afterAll(() => registry.close());

const seconds = 25;
const some = [
  'scenario:pod.happy-path,scenario:sandbox.two-ready,scenario:containers.call-by-call,scenario:images.pull-and-remove,scenario:images.collected',
  'scenario:garbage.dead-containers,scenario:garbage.sandboxes,scenario:kubelet.restarts,scenario:logs.reopen,scenario:sandbox.removed-from-outside',
].join(',');
const commands: Readonly<Record<string, AttackCommand>> = {
  run: run(seconds, some),
  play: play(12),
  gate: gate(8),
  compare: compare(8),
  'doctor --try-pod': doctor,
  cleanup,
};

/** What has come of it, by command. */
async function attackedBy(
  forgery: Forgery,
  here: RuntimeHere,
): Promise<Readonly<Record<string, readonly string[]>>> {
  await using runtime = new RuntimeBench(registry);
  const port = await freePort();
  const launched = await runtime.launch(specOf(here), { mirrored: [`127.0.0.1:${port}`] });
  await using at = await AttackBench.open({
    socket: socketPath(launched.endpoint),
    registry: registry.address,
    flags: ['--registry-listen', `127.0.0.1:${port}`],
  });
  const found: Record<string, readonly string[]> = {};
  for (const [name, attacked] of Object.entries(commands)) {
    await attacked(at, forgery);
    const known = new Set(Object.values(found).flat());
    const left = await at.leftAfterCleanup();
    found[name] = [...(await at.harm()), ...left].filter((harm) => !known.has(harm));
  }
  return found;
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => {
        resolve(port);
      });
    });
  });
}

const forgeries: readonly Forgery[] = [
  { name: 'none', forger: () => ({}), scenarios: some },
  ...foreignForgeries,
];
const nothing = Object.fromEntries(Object.keys(commands).map((name) => [name, []]));

(skipRuntimes ? describe.skip : describe).each([containerds[2], crios[1]])('on $name', (here) => {
  it.concurrent.each(forgeries)('nothing foreign is touched by any command: $name', (forgery) =>
    atOnce(async () => {
      expect(await attackedBy(forgery, here)).toEqual(nothing);
    }),
  );

  leavesNothing();
});
