// SPDX-License-Identifier: Apache-2.0
import { IdRanges } from '../config/security/user-namespace.js';
import type { ActuatedResources } from '../decide/sync/actuated-resources.js';
import type { ProbeResults } from '../decide/sync/probe-results.js';

/** What a kubelet keeps on disk, so that it outlives its process. */
export interface DurableState {
  /** The resources last given to the runtime, by pod. */
  readonly actuated: Map<string, ActuatedResources>;
  /** Who has which user ids of the node. */
  readonly idRanges: IdRanges;
  /** Uids of every pod it was ever given. */
  readonly pods: Set<string>;
  /** What the probes of the process before said last: the API has kept that. */
  probeResults?: ProbeResults;
}

export function newDurableState(): DurableState {
  return { actuated: new Map(), idRanges: new IdRanges(), pods: new Set() };
}
