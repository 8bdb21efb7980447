// SPDX-License-Identifier: Apache-2.0
import { cpuOf, cpuPeriodUs, cpuQuotaUs, cpuShares, memoryOf } from './amounts.js';
import type { HugepageLimit, LinuxContainerResources } from '#cri/proto/generated/messages.js';
import type { Container, Pod, ResourceList } from '#pod/pod.js';
import { wholeOf } from '#pod/quantity.js';
import type { NodeFacts } from '../../model/node-facts.js';
import type { Traits } from '../../versions/traits.js';
import { oomScoreAdj } from './oom-score.js';
import { allContainers, podLevel, podTotal } from './qos.js';
import { mapField, sparse } from '../sparse.js';

export interface ResourcesInput {
  readonly pod: Pod;
  readonly facts: NodeFacts;
  readonly traits: Traits;
}

interface Amounts {
  readonly cpuRequestMilli: number | undefined;
  readonly cpuLimitMilli: number;
  readonly memoryLimitBytes: number;
}

/** kuberuntime_sandbox_linux.go, calculateSandboxResources. */
export function sandboxResources(input: ResourcesInput): LinuxContainerResources {
  const { pod } = input;
  const { requests = {}, limits = {} } = podLevel(pod) ?? {};
  const asksCpu = allContainers(pod).some(
    (container) => container.resources?.requests?.['cpu'] !== undefined,
  );
  return withGroupKill(
    linuxResources({
      cpuRequestMilli: cpuOf(requests) ?? (asksCpu ? podTotal(pod, 'requests', cpuOf) : undefined),
      cpuLimitMilli: cpuOf(limits) ?? podTotal(pod, 'limits', cpuOf),
      memoryLimitBytes: memoryOf(limits) ?? podTotal(pod, 'limits', memoryOf),
    }),
    input,
  );
}

/**
 * kuberuntime_sandbox_linux.go, convertOverheadToLinuxResources: an empty message for a pod without overhead.
 */
export function overheadResources(input: ResourcesInput): LinuxContainerResources {
  const { overhead } = input.pod.spec;
  if (!overhead) return {};
  const cpu = cpuOf(overhead) ?? 0;
  return withGroupKill(
    linuxResources({
      cpuRequestMilli: cpu,
      cpuLimitMilli: cpu,
      memoryLimitBytes: memoryOf(overhead) ?? 0,
    }),
    input,
  );
}

/** kuberuntime_container_linux.go, generateLinuxContainerResources. */
export function containerResources(container: Container, input: ResourcesInput): LinuxContainerResources {
  const { pod, facts, traits } = input;
  const limits = { ...podLevel(pod)?.limits, ...container.resources?.limits };
  const memoryLimitBytes = memoryOf(limits) ?? 0;
  return {
    ...linuxResources({
      cpuRequestMilli: cpuOf(container.resources?.requests ?? {}),
      cpuLimitMilli: cpuOf(limits) ?? 0,
      memoryLimitBytes,
    }),
    ...sparse({
      oom_score_adj: String(oomScoreAdj({ pod, container, traits, memoryBytes: facts.memoryBytes })),
      hugepage_limits: pageSizes(input).map((size) => hugePageLimit(size, limits)),
      memory_swap_limit_in_bytes: forbidsSwap(input, 'v1') ? String(memoryLimitBytes) : '',
      unified: mapField(facts.cgroupVersion === 'v2' ? unified(input) : {}),
    }),
  };
}

/** kuberuntime_container_linux.go, calculateLinuxResources. */
function linuxResources({
  cpuRequestMilli,
  cpuLimitMilli,
  memoryLimitBytes,
}: Amounts): LinuxContainerResources {
  return sparse({
    cpu_period: String(cpuPeriodUs),
    cpu_quota: String(cpuLimitMilli === 0 ? 0 : cpuQuotaUs(cpuLimitMilli)),
    cpu_shares: String(cpuShares(cpuRequestMilli ?? cpuLimitMilli)),
    memory_limit_in_bytes: String(memoryLimitBytes),
  });
}

function pageSizes({ facts, traits }: ResourcesInput): readonly string[] {
  return traits.hugePageSizesByName ? facts.hugePageSizes.toSorted(byDirectoryName) : facts.hugePageSizes;
}

/** Compares as text: hugepages-1048576kB comes before hugepages-2048kB. */
function byDirectoryName(a: string, b: string): number {
  return directoryName(a) < directoryName(b) ? -1 : 1;
}

function directoryName(size: string): string {
  return `hugepages-${(wholeOf(size.replace('B', 'i')) ?? 0) / 1024}kB`;
}

function hugePageLimit(size: string, limits: ResourceList): HugepageLimit {
  const limit = wholeOf(limits[`hugepages-${size.replace('B', 'i')}`]) ?? 0;
  return { page_size: size, ...sparse({ limit: String(limit) }) };
}

/** With cgroup v2 the OOM killer ends all processes of a container. */
function withGroupKill(
  resources: LinuxContainerResources,
  { facts, traits }: ResourcesInput,
): LinuxContainerResources {
  const applies = facts.cgroupVersion === 'v2' && traits.oomGroup;
  return applies ? { ...resources, unified: { 'memory.oom.group': '1' } } : resources;
}

function forbidsSwap({ facts, traits }: ResourcesInput, version: NodeFacts['cgroupVersion']): boolean {
  return facts.cgroupVersion === version && facts.swapAccounting && traits.swapLimits;
}

function unified(input: ResourcesInput): Readonly<Record<string, string>> {
  const { traits } = input;
  return {
    ...(traits.oomGroup && { 'memory.oom.group': '1' }),
    ...(forbidsSwap(input, 'v2') && { 'memory.swap.max': '0' }),
    ...(traits.memoryQos && { 'memory.min': '0', 'memory.low': '0' }),
  };
}
