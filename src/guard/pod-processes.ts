// SPDX-License-Identifier: Apache-2.0
import type { OwnObjects } from './own-objects.js';

/** A container or sandbox of the pod with that uid. */
export interface ObjectOfPod {
  readonly id: string;
  readonly uid: string;
}

/** The processes of containers and sandboxes on the node; works while the daemon is down. */
export interface PodProcesses {
  /** How many processes the container or sandbox has. */
  count(id: string): number | Promise<number>;
  /**
   * Kills its processes as `kill -9` does, and returns how many. Only those that the node shows to be of that
   * pod.
   */
  kill(object: ObjectOfPod): number | Promise<number>;
}

/** Kills only processes of our own objects. */
export function guardedProcesses(processes: PodProcesses, own: OwnObjects): PodProcesses {
  const isOurs = (id: string): boolean => own.isConfirmed('sandbox', id) || own.isConfirmed('container', id);
  return {
    count: (id) => processes.count(id),
    kill: (object) => (isOurs(object.id) && own.isOurUid(object.uid) ? processes.kill(object) : 0),
  };
}
