// SPDX-License-Identifier: Apache-2.0
import type { Container, Pod } from '#pod/pod.js';
import { wholeOf } from '#pod/quantity.js';
import { qosClass } from './qos.js';

const protectedScore = -997;
const worstScore = 1000;

/** How willing the kernel is made to end this container when the node runs out of memory. */
export function oomScoreAdj(pod: Pod, container: Container, memoryBytes: number): number {
  if (pod.spec.priorityClassName === 'system-node-critical') return protectedScore;
  const qos = qosClass(pod);
  if (qos === 'Guaranteed') return protectedScore;
  if (qos === 'BestEffort') return worstScore;
  const score = burstable(requestOf(container), memoryBytes);
  return container.restartPolicy === 'Always'
    ? Math.min(score, burstable(smallestRequest(pod), memoryBytes))
    : score;
}

function burstable(requestBytes: number, memoryBytes: number): number {
  const score = worstScore - Math.trunc((worstScore * requestBytes) / memoryBytes);
  if (score < worstScore + protectedScore) return worstScore + protectedScore;
  return score === worstScore ? worstScore - 1 : score;
}

function requestOf(container: Container): number {
  return wholeOf(container.resources?.requests?.['memory']) ?? 0;
}

function smallestRequest(pod: Pod): number {
  return Math.min(...pod.spec.containers.map(requestOf));
}
