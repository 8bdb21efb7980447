// SPDX-License-Identifier: Apache-2.0
import { loseSandboxProcess } from './sandbox-life.js';
import type { World } from '../world.js';

/** The pods' processes as the node sees them, by the full id of a container or sandbox. */
export interface LivingProcesses {
  /** How many processes the container or sandbox has. */
  count(id: string): number;
  /** Kills those of that pod as `kill -9` does, and returns how many. */
  kill(object: { readonly id: string; readonly uid: string }): number;
}

export function livingProcesses(world: World): LivingProcesses {
  const count = (id: string): number => {
    if (world.sandboxes.get(id)?.isReady === true) return 1;
    return world.containers.get(id)?.processes.size ?? 0;
  };
  return {
    count,
    kill: ({ id, uid }) => {
      const container = world.containers.get(id);
      const sandbox = container?.sandbox ?? world.sandboxes.get(id);
      if (sandbox === undefined || sandbox.metadata.uid !== uid) return 0;
      const before = count(id);
      if (container === undefined) loseSandboxProcess(world, sandbox);
      else container.kill();
      return before;
    },
  };
}
