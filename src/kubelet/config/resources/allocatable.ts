// SPDX-License-Identifier: Apache-2.0
import type { ResourceList } from '#pod/pod.js';
import type { NodeFacts } from '../../model/node-facts.js';

/** Kept back from pods by the kubelet's default eviction threshold. */
const evictionReserveBytes = 100 * 2 ** 20;

/** What the node can give to pods. */
export function allocatable({ memoryBytes, allocatable: known = {} }: NodeFacts): ResourceList {
  return { memory: Math.max(0, memoryBytes - evictionReserveBytes), ...known };
}
