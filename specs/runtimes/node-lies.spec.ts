// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import pLimit from 'p-limit';
import { socketPath } from '#cri/client/endpoint.js';
import type { Result } from '#results/result.js';
import type { ScenarioId } from '#scenarios/all.generated.js';
import { startTestRegistry, type TestRegistry } from '#test-registry/start-test-registry.js';
import { openBench } from '../support/cli/run-cli.js';
import { honest } from '../support/forging-proxy/answer.js';
import { startForgingProxy } from '../support/forging-proxy/forging-proxy.js';
import { leavesNothing } from './support/leaves-nothing.js';
import { nodeLies, oomLie, type NodeLie } from './support/node-lies.js';
import { RuntimeBench } from './support/runtime-bench.js';
import { containerds, skipRuntimes, specOf } from './support/runtimes-here.js';

// They wait for containers to end more than they compute.
const atOnce = pLimit(4);
jest.setTimeout(600_000);

let registry: TestRegistry;
beforeAll(async () => {
  registry = await startTestRegistry();
});
afterAll(() => registry.close());

/** What the contracts on the node say of a containerd with a liar before it, in one scenario. */
async function judged(forgerOn: NodeLie['forger'], scenario: ScenarioId): Promise<readonly string[]> {
  await using runtime = new RuntimeBench(registry);
  const port = await freePort();
  const launched = await runtime.launch(specOf(containerds[2]), { mirrored: [`127.0.0.1:${port}`] });
  const bench = await openBench();
  const proxy = await startForgingProxy({
    listen: bench.path('p.sock'),
    runtime: socketPath(launched.endpoint),
    forger: forgerOn(runtime.connect(launched)),
  });
  try {
    const target = ['-r', proxy.socket, '--registry-listen', `127.0.0.1:${port}`];
    const selection = ['node.*', '--only', `scenario:${scenario}`, '--skip', others(scenario)];
    const output = ['--output', bench.path('out'), '--global-timeout', '100s'];
    await bench.criprobe(['run', ...target, ...selection, ...output]);
    const { rulings } = JSON.parse(readFileSync(bench.path('out/result.json'), 'utf8')) as Result;
    return rulings
      .filter(({ contract, verdict }) => contract.startsWith('node.') && verdict === 'violated')
      .map(({ contract }) => contract);
  } finally {
    proxy.forger = honest;
    await bench.criprobe(['cleanup', '--all', '-r', proxy.socket]);
    await proxy.close();
    await bench.dispose();
  }
}

/** `node.*` would select all scenarios that exercise one. */
function others(scenario: ScenarioId): string {
  const all: readonly ScenarioId[] = ['node.life', 'node.out-of-memory', 'node.pod-cgroup'];
  return all
    .filter((id) => id !== scenario)
    .map((id) => `scenario:${id}`)
    .join(',');
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

(skipRuntimes ? describe.skip : describe)('a containerd that lies', () => {
  it.concurrent.each(nodeLies.map((lie) => [lie.name, lie] as const))(
    '%s: the node shows it',
    (_, { forger, scenario, breaks }) =>
      atOnce(async () => {
        expect(await judged(forger, scenario)).toEqual(expect.arrayContaining([...breaks]));
      }),
  );

  it.concurrent.each(['node.life', 'node.out-of-memory', 'node.pod-cgroup'] as const)(
    'and one that does not is believed in %s',
    (scenario) =>
      atOnce(async () => {
        expect(await judged(() => honest, scenario)).toEqual([]);
      }),
  );

  it(`${oomLie.name}: the node shows it`, async () => {
    expect(await judged(oomLie.forger, oomLie.scenario)).toEqual(oomLie.breaks);
  });

  leavesNothing();
});
