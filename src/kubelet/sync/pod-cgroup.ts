// SPDX-License-Identifier: Apache-2.0
import {
  cpuOf,
  cpuPeriodUs,
  cpuQuotaUs,
  cpuShares,
  memoryOf,
  type Amount,
} from '../config/resources/amounts.js';
import type { LinuxContainerResources } from '#cri/proto/generated/messages.js';
import type { Pod } from '#pod/pod.js';
import { allContainers, podTotal } from '../config/resources/qos.js';
import { sparse } from '../config/sparse.js';
import type { PodCgroup } from '../decide/sync/actuated-resources.js';

/** cm/helpers_linux.go, ResourceConfigForPod: limits only if every container, or the pod, has one. */
export function podCgroupOf(pod: Pod): PodCgroup {
  const cpu = totalLimit(pod, cpuOf);
  const memoryBytes = totalLimit(pod, memoryOf);
  const requests = cpuOf(pod.spec.resources?.requests ?? {}) ?? podTotal(pod, 'requests', cpuOf);
  return {
    cpuShares: cpuShares(requests),
    ...(cpu !== undefined && { cpuQuota: cpuQuotaUs(cpu) }),
    ...(memoryBytes !== undefined && { memoryBytes }),
  };
}

function totalLimit(pod: Pod, amount: Amount): number | undefined {
  const ofPod = amount(pod.spec.resources?.limits ?? {});
  if (ofPod !== undefined) return ofPod;
  const all = allContainers(pod).every(({ resources }) => (amount(resources?.limits ?? {}) ?? 0) > 0);
  return all ? podTotal(pod, 'limits', amount) : undefined;
}

/** kuberuntime_container_linux.go, generateUpdatePodSandboxResourcesRequest. */
export function cgroupMessage({
  cpuShares,
  cpuQuota = 0,
  memoryBytes = 0,
}: PodCgroup): LinuxContainerResources {
  return sparse({
    cpu_period: cpuQuota === 0 ? '' : String(cpuPeriodUs),
    cpu_quota: String(cpuQuota),
    cpu_shares: String(cpuShares),
    memory_limit_in_bytes: String(memoryBytes),
  });
}
