// SPDX-License-Identifier: Apache-2.0
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { ContractId } from '#contracts/contract-id.generated.js';
import { socketPath } from '#cri/client/endpoint.js';
import type { Result } from '#results/result.js';
import { startTestRegistry, type TestRegistry } from '#test-registry/start-test-registry.js';
import { onBench } from './support/killed-run.js';
import { leavesNothing } from './support/leaves-nothing.js';
import { ownedContainerd } from './support/owned-containerd.js';
import { RuntimeBench } from './support/runtime-bench.js';
import { containerds, skipRuntimes } from './support/runtimes-here.js';

jest.setTimeout(240_000);

const [, , containerd21, containerd24] = containerds;

interface Damage {
  readonly contract: ContractId;
  /** What the owner's command does besides to `$pid`, a container that does nothing but print. */
  readonly done: string;
  readonly actual: RegExp;
}

/** Numbers of system calls. */
const { setns, umount2 } =
  process.arch === 'arm64' ? { setns: 268, umount2: 39 } : { setns: 308, umount2: 166 };

/** A container has no programs but ours: perl, which is part of every Debian, goes in and unmounts. */
const unmounting = (path: string): string =>
  [
    `perl -e 'open F, q(/proc/'$pid'/ns/mnt)`,
    `syscall(${setns}, fileno F, 0x20000)`,
    `my $at = q(${path})`,
    `syscall(${umount2}, $at, 2)'`,
  ].join('; ');

const damages: readonly Damage[] = [
  {
    contract: 'upgrade.node.limits-kept',
    done: 'cgroup=$(sed -n "s/.*:memory://p" /proc/$pid/cgroup); echo 33554432 >/sys/fs/cgroup/memory$cgroup/memory.limit_in_bytes',
    actual: /memoryLimit: 33554432/,
  },
  {
    contract: 'upgrade.node.mounts-kept',
    done: unmounting('/dev/termination-log'),
    actual: /path: "\/"/,
  },
  {
    contract: 'upgrade.node.addresses-kept',
    done: 'nsenter --target $pid --net ip address flush dev eth0',
    actual: /^\[.*\]$/,
  },
  { contract: 'upgrade.node.processes-kept', done: 'kill -9 $pid', actual: /^none$/ },
];

(skipRuntimes ? describe.skip : describe)('an upgrade that does harm on the node', () => {
  let registry: TestRegistry;
  beforeAll(async () => {
    registry = await startTestRegistry();
  });
  afterAll(() => registry.close());

  it.concurrent.each(damages)(
    'is found by $contract, though the statuses say nothing of it',
    ({ contract, done, actual }) =>
      onBench(async (bench) => {
        await using runtime = new RuntimeBench(registry);
        await using owned = await ownedContainerd(runtime, containerd21);
        const script = join(runtime.directory, 'harm');
        writeFileSync(script, harming(socketPath(owned.endpoint), done));
        const end = await bench.criprobe([
          ...['upgrade', '-r', owned.endpoint, '--only', 'scenario:upgrade.while-idle'],
          ...['--exec', `${owned.changeTo(containerd24)}; sh ${script}`],
          ...['--output', bench.path('out'), '--json'],
        ]);
        const { rulings } = JSON.parse(end.stdout) as Result;
        const about = rulings.filter((ruling) => ruling.contract.startsWith('upgrade.node.'));
        const violated = about.filter(({ verdict }) => verdict === 'violated');
        expect(violated).toEqual([
          expect.objectContaining({ contract, actual: expect.stringMatching(actual) }),
        ]);
      }),
  );

  leavesNothing();
});

/** By the shims of this containerd alone: other pods of the machine print as well. */
function harming(socket: string, done: string): string {
  return `
    for shim in $(pgrep -f -- "-address ${socket}"); do
      for pid in $(cat /proc/$shim/task/*/children); do
        if grep -q tick /proc/$pid/cmdline; then ${done}; fi
      done
    done
    exit 0
  `;
}
