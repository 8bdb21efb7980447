// SPDX-License-Identifier: Apache-2.0
import { mountHolding, mountsOf } from '#host/mounts.js';
import { checkPidNamespace } from './pid-namespace.js';
import type { Engine } from './testcontainers.js';

export interface KeepaliveOptions {
  readonly name: string;
  readonly image: string;
  /** What it runs: it only has to stay. */
  readonly command: readonly string[];
  /** A directory that it sees where we see it. */
  readonly shared: string;
  readonly env: Readonly<Record<string, string>>;
}

/**
 * Starts the container that the runtime is started in, and again after it was killed: its own first process does nothing.
 * It shares the node's network, processes and cgroups, so that a runtime in it is one of the node in all but its files.
 * Thrown: they are not the node's that we see.
 */
export async function startKeepalive(engine: Engine, options: KeepaliveOptions): Promise<void> {
  const { GenericContainer } = engine.testcontainers;
  class KeepaliveContainer extends GenericContainer {
    constructor() {
      super(options.image);
      Object.assign(this.hostConfig, {
        PidMode: 'host',
        CgroupnsMode: 'host',
        Binds: ['/sys/fs/cgroup:/sys/fs/cgroup:rw', bindOf(options.shared)],
      });
    }
  }
  const [program = '', ...args] = options.command;
  await new KeepaliveContainer()
    .withName(options.name)
    .withPrivilegedMode()
    .withNetworkMode('host')
    .withUser('0:0')
    .withEnvironment({ ...options.env })
    .withEntrypoint([program])
    .withCommand(args)
    // Its end is written in our ledger; a reaper would be an image to pull.
    .withAutoCleanup(false)
    .start();
  await checkPidNamespace(engine, { name: options.name, program });
}

/** Mounts made on one side show on the other where the engine allows that: where the host's mount is a shared one. */
function bindOf(directory: string): string {
  const isShared = mountHolding(directory, mountsOf('self'))?.isShared === true;
  return `${directory}:${directory}:${isShared ? 'rshared' : 'rprivate'}`;
}
