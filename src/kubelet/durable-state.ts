// SPDX-License-Identifier: Apache-2.0
import type { ActuatedResources } from './decide/actuated-resources.js';

/** What a kubelet keeps on disk, so that it outlives its process. */
export interface DurableState {
  /** The resources last given to the runtime, by pod. */
  readonly actuated: Map<string, ActuatedResources>;
}

export function newDurableState(): DurableState {
  return { actuated: new Map() };
}
