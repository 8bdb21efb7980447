// SPDX-License-Identifier: Apache-2.0
import type { LinuxContainerResources } from '#cri/generated/messages.js';
import type { Pod, ResourceList } from '#pod/pod.js';
import { milliOf, wholeOf } from '#pod/quantity.js';
import { allContainers, podTotal } from '../config/qos.js';
import { sparse } from '../config/sparse.js';
import type { PodCgroup } from '../decide/actuated-resources.js';

const periodUs = 100_000;
const fewestShares = 2;
const mostShares = 262_144;

type Amount = (list: ResourceList) => number | undefined;
const cpuOf: Amount = (list) => milliOf(list['cpu']);
const memoryOf: Amount = (list) => wholeOf(list['memory']);

/** What the control group of the pod is to be. A limit only where every container has one, or the pod itself. */
export function podCgroupOf(pod: Pod): PodCgroup {
  const cpu = totalLimit(pod, cpuOf);
  const memoryBytes = totalLimit(pod, memoryOf);
  const requests = cpuOf(pod.spec.resources?.requests ?? {}) ?? podTotal(pod, 'requests', cpuOf);
  return {
    cpuShares: Math.min(mostShares, Math.max(fewestShares, Math.trunc((requests * 1024) / 1000))),
    ...(cpu !== undefined && { cpuQuota: Math.max(1000, Math.trunc((cpu * periodUs) / 1000)) }),
    ...(memoryBytes !== undefined && { memoryBytes }),
  };
}

function totalLimit(pod: Pod, amount: Amount): number | undefined {
  const ofPod = amount(pod.spec.resources?.limits ?? {});
  if (ofPod !== undefined) return ofPod;
  const all = allContainers(pod).every(({ resources }) => (amount(resources?.limits ?? {}) ?? 0) > 0);
  return all ? podTotal(pod, 'limits', amount) : undefined;
}

/** As the runtime is told of it. */
export function cgroupMessage({
  cpuShares,
  cpuQuota = 0,
  memoryBytes = 0,
}: PodCgroup): LinuxContainerResources {
  return sparse({
    cpu_period: cpuQuota === 0 ? '' : String(periodUs),
    cpu_quota: String(cpuQuota),
    cpu_shares: String(cpuShares),
    memory_limit_in_bytes: String(memoryBytes),
  });
}
