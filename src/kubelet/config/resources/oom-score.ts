// SPDX-License-Identifier: Apache-2.0
import { memoryOf } from './amounts.js';
import { isStatic } from '../../model/static-pod.js';
import type { Container, Pod } from '#pod/pod.js';
import type { Traits } from '../../versions/traits.js';
import { allContainers, podLevel, podTotal, qosClass } from './qos.js';

const protectedScore = -997;
const maxScore = 1000;
/** Pods of at least this priority are critical. */
const criticalPriority = 2_000_000_000;

export interface OomInput {
  readonly pod: Pod;
  readonly container: Container;
  readonly memoryBytes: number;
  readonly traits: Pick<Traits, 'criticalPodsProtected'>;
}

/** qos/policy.go, GetContainerOOMScoreAdjust. */
export function oomScoreAdj(input: OomInput): number {
  if (isProtected(input)) return protectedScore;
  const qos = qosClass(input.pod);
  if (qos === 'Guaranteed') return protectedScore;
  return qos === 'BestEffort' ? maxScore : burstable(input);
}

function isProtected({ pod, traits }: OomInput): boolean {
  const { priorityClassName, priority = 0 } = pod.spec;
  if (priorityClassName === 'system-node-critical') return true;
  if (!traits.criticalPodsProtected) return false;
  const critical = priorityClassName === 'system-cluster-critical' || priority >= criticalPriority;
  return critical || isStatic(pod);
}

function burstable({ pod, container, memoryBytes }: OomInput): number {
  const own = requestOf(container);
  const request = container.restartPolicy === 'Always' ? Math.max(own, smallestRequest(pod)) : own;
  const score = maxScore - Math.trunc((maxScore * (request + unallocatedShare(pod))) / memoryBytes);
  if (score < maxScore + protectedScore) return maxScore + protectedScore;
  return score === maxScore ? maxScore - 1 : score;
}

function requestOf(container: Container): number {
  return memoryOf(container.resources?.requests ?? {}) ?? 0;
}

function smallestRequest(pod: Pod): number {
  return Math.min(...pod.spec.containers.map(requestOf));
}

/** Pod-level requests not claimed by containers are split evenly. */
function unallocatedShare(pod: Pod): number {
  const whole = memoryOf(podLevel(pod)?.requests ?? {});
  if (whole === undefined || whole === 0) return 0;
  return Math.trunc((whole - podTotal(pod, 'requests', memoryOf)) / allContainers(pod).length);
}
