// SPDX-License-Identifier: Apache-2.0
import type { OwnObjects } from './own-objects.js';

/** A container, or a sandbox, of the pod with that uid. */
export interface ObjectOfPod {
  readonly id: string;
  readonly uid: string;
}

/** The processes behind containers and sandboxes, as somebody on the node sees them: also while the daemon is away. */
export interface PodProcesses {
  /** How many live in the container of that id, or hold the sandbox of that id. */
  count(id: string): number;
  /** Ends them as `kill -9` does, and says how many there were. None that the node does not show to be of that pod. */
  kill(object: ObjectOfPod): number;
}

/** Kills nothing but processes of objects of ours. */
export function guardedProcesses(processes: PodProcesses, own: OwnObjects): PodProcesses {
  const isOurs = (id: string): boolean => own.isConfirmed('sandbox', id) || own.isConfirmed('container', id);
  return {
    count: (id) => processes.count(id),
    kill: (object) => (isOurs(object.id) && own.isOurUid(object.uid) ? processes.kill(object) : 0),
  };
}
