// SPDX-License-Identifier: Apache-2.0
import { mountHolding, mountsOf } from '#host/mounts.js';
import { checkPidNamespace } from './pid-namespace.js';
import type { Engine } from './testcontainers.js';

export interface KeepaliveOptions {
  readonly name: string;
  readonly image: string;
  /** What it runs: it only has to stay up. */
  readonly command: readonly string[];
  /** A directory mounted at the same path as outside. */
  readonly shared: string;
  readonly env: Readonly<Record<string, string>>;
}

/**
 * Starts the container in which the runtime is started, and started again after a kill: the container's own
 * first process does nothing. It shares the node's network, pid namespace and cgroups, so that only the files
 * of the runtime are not the node's. Throws if the engine's node is not the one we see.
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
    // It is in our ledger; a reaper would be another image to pull.
    .withAutoCleanup(false)
    .start();
  await checkPidNamespace(engine, { name: options.name, program });
}

/** Mounts propagate both ways if the engine allows it, that is, if the host's mount is shared. */
function bindOf(directory: string): string {
  const isShared = mountHolding(directory, mountsOf('self'))?.isShared === true;
  return `${directory}:${directory}:${isShared ? 'rshared' : 'rprivate'}`;
}
