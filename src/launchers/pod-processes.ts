// SPDX-License-Identifier: Apache-2.0

/** The processes behind containers and sandboxes, as somebody on the node sees them: also while the daemon is away. */
export interface PodProcesses {
  /** How many live in the container of that id, or hold the sandbox of that id. */
  count(id: string): number;
  /** Ends them as `kill -9` does, and says how many there were. */
  kill(id: string): number;
}
