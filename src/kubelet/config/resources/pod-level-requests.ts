// SPDX-License-Identifier: Apache-2.0
import { cpuOf, memoryOf } from './amounts.js';
import type { Pod, ResourceList } from '#pod/pod.js';
import { allContainers, podTotal } from './qos.js';

/**
 * pkg/apis/core/v1/defaults.go, defaultPodRequests: a pod with pod-level limits requests what its containers
 * request, else its limits.
 */
export function withPodLevelRequests(pod: Pod): Pod {
  const { resources } = pod.spec;
  const { limits = {}, requests = {} } = resources ?? {};
  if (Object.keys(limits).length === 0) return pod;
  const asked = { ...limits, ...askedByContainers(pod), ...requests };
  return { ...pod, spec: { ...pod.spec, resources: { limits, requests: asked } } };
}

function askedByContainers(pod: Pod): ResourceList {
  const asks = (name: string): boolean =>
    allContainers(pod).some(({ resources }) => resources?.requests?.[name] !== undefined);
  return {
    ...(asks('cpu') && { cpu: `${podTotal(pod, 'requests', cpuOf)}m` }),
    ...(asks('memory') && { memory: podTotal(pod, 'requests', memoryOf) }),
  };
}
