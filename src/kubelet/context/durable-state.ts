// SPDX-License-Identifier: Apache-2.0
import { IdRanges } from '../config/security/user-namespace.js';
import type { ActuatedResources } from '../decide/sync/actuated-resources.js';
import type { ProbeResults } from '../decide/sync/probe-results.js';

/** What a kubelet keeps on disk, so that it outlives its process. */
export interface DurableState {
  /** The resources last given to the runtime, by pod. */
  readonly actuated: Map<string, ActuatedResources>;
  /** The user ids of the node given to pods. */
  readonly idRanges: IdRanges;
  /** Uids of all pods it was ever given. */
  readonly pods: Set<string>;
  /** Probe results of the process before, as the API kept them. */
  probeResults?: ProbeResults;
}

export function newDurableState(idRanges: IdRanges = new IdRanges()): DurableState {
  return { actuated: new Map(), idRanges, pods: new Set() };
}
