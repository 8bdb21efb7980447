// SPDX-License-Identifier: Apache-2.0
import type { UnaryMethod } from '#cri/methods.js';
import type { NodeObject, NodeProcess } from '#evidence/node-observation.js';

/** What should disappear with a call, or has with its answer. */
export type Departure = 'processes' | 'everything';

/** Calls after which the node is looked at, and what should be gone when they were answered OK. */
export const departures: Partial<Readonly<Record<UnaryMethod, Departure>>> = {
  StopContainer: 'processes',
  StopPodSandbox: 'processes',
  RemoveContainer: 'everything',
  RemovePodSandbox: 'everything',
};

export function isLeft(object: NodeObject, departure: Departure): boolean {
  const processes = object.processes.some(isLiving);
  if (departure === 'processes') return processes;
  const { cgroup, mountsOnNode = [], monitor } = object;
  // The monitor of a container may serve its whole sandbox.
  const isWatched = monitor?.isAlive === true && monitor.command.includes(object.id);
  return processes || cgroup !== undefined || mountsOnNode.length > 0 || isWatched;
}

/** A zombie has ended; that nobody has asked for its code yet takes nothing from it. */
function isLiving({ state }: NodeProcess): boolean {
  return state !== 'Z' && state !== 'X';
}
