// SPDX-License-Identifier: Apache-2.0

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
