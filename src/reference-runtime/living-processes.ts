// SPDX-License-Identifier: Apache-2.0
import { loseSandboxProcess } from './sandbox-life.js';
import type { World } from './world.js';

/** The pods' processes as somebody on the node sees them, by the full id of a container or sandbox. */
export interface LivingProcesses {
  /** How many live in the container, or hold the sandbox. */
  count(id: string): number;
  /** Ends them as `kill -9` does, and says how many there were. */
  kill(id: string): number;
}

export function livingProcesses(world: World): LivingProcesses {
  const count = (id: string): number => {
    if (world.sandboxes.get(id)?.isReady === true) return 1;
    return world.containers.get(id)?.processes.size ?? 0;
  };
  return {
    count,
    kill: (id) => {
      const before = count(id);
      const sandbox = world.sandboxes.get(id);
      if (sandbox !== undefined) loseSandboxProcess(world, sandbox);
      world.containers.get(id)?.kill();
      return before;
    },
  };
}
