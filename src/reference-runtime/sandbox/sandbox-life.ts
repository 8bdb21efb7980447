// SPDX-License-Identifier: Apache-2.0
import { announceEvent } from '../announce.js';
import { hasOwnPids } from '../container/container.js';
import { killReferenceContainer, removeReferenceContainer } from '../container/container-life.js';
import { releaseNetwork } from './run-sandbox.js';
import type { Sandbox } from './sandbox.js';
import { containersIn, type World } from '../world.js';

/** Kills what runs in it and releases the network; the sandbox stays listed. */
export function stopSandbox(world: World, sandbox: Sandbox): void {
  for (const container of containersIn(world, sandbox)) killReferenceContainer(world, container);
  notReady(world, sandbox);
}

/** Containers with their own pid namespace go on. */
export function loseSandboxProcess(world: World, sandbox: Sandbox): void {
  for (const container of containersIn(world, sandbox)) {
    if (!hasOwnPids(container)) killReferenceContainer(world, container);
  }
  notReady(world, sandbox);
}

function notReady(world: World, sandbox: Sandbox): void {
  if (!sandbox.isReady) return;
  sandbox.isReady = false;
  releaseNetwork(world, sandbox);
  announceEvent(world, 'STOPPED', { id: sandbox.id, sandbox });
}

export function removeSandbox(world: World, sandbox: Sandbox): void {
  stopSandbox(world, sandbox);
  for (const container of containersIn(world, sandbox)) removeReferenceContainer(world, container);
  world.sandboxes.delete(sandbox.id);
  announceEvent(world, 'DELETED', { id: sandbox.id, sandbox });
}
