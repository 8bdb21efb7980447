// SPDX-License-Identifier: Apache-2.0
import type { HugepageLimit, LinuxContainerResources } from '#cri/generated/messages.js';
import type { Container, Pod, ResourceList } from '#pod/pod.js';
import { milliOf, wholeOf } from '#pod/quantity.js';
import type { NodeFacts } from '../node-facts.js';
import { oomScoreAdj } from './oom-score.js';
import { podTotal } from './qos.js';
import { mapField, sparse } from './sparse.js';

const periodUs = 100_000;

interface Amounts {
  readonly cpuRequestMilli: number | undefined;
  readonly cpuLimitMilli: number;
  readonly memoryLimitBytes: number;
}

const cpuOf = (list: ResourceList): number | undefined => milliOf(list['cpu']);
const memoryOf = (list: ResourceList): number | undefined => wholeOf(list['memory']);

export function sandboxResources(pod: Pod): LinuxContainerResources {
  const { requests = {}, limits = {} } = pod.spec.resources ?? {};
  const asksCpu = pod.spec.containers.some(
    (container) => container.resources?.requests?.['cpu'] !== undefined,
  );
  return linuxResources({
    cpuRequestMilli: cpuOf(requests) ?? (asksCpu ? podTotal(pod, 'requests', cpuOf) : undefined),
    cpuLimitMilli: cpuOf(limits) ?? podTotal(pod, 'limits', cpuOf),
    memoryLimitBytes: memoryOf(limits) ?? podTotal(pod, 'limits', memoryOf),
  });
}

/** An empty message where the pod has no overhead. */
export function overheadResources(pod: Pod): LinuxContainerResources {
  const { overhead } = pod.spec;
  if (!overhead || Object.keys(overhead).length === 0) return {};
  const cpu = milliOf(overhead['cpu']) ?? 0;
  return linuxResources({
    cpuRequestMilli: cpu,
    cpuLimitMilli: cpu,
    memoryLimitBytes: wholeOf(overhead['memory']) ?? 0,
  });
}

export function containerResources(
  pod: Pod,
  container: Container,
  facts: NodeFacts,
): LinuxContainerResources {
  const requests = container.resources?.requests ?? {};
  const limits = { ...pod.spec.resources?.limits, ...container.resources?.limits };
  const memoryLimitBytes = wholeOf(limits['memory']) ?? 0;
  const swap = facts.cgroupVersion === 'v1' && facts.swapAccounting ? String(memoryLimitBytes) : '';
  return {
    ...linuxResources({
      cpuRequestMilli: milliOf(requests['cpu']),
      cpuLimitMilli: milliOf(limits['cpu']) ?? 0,
      memoryLimitBytes,
    }),
    ...sparse({
      oom_score_adj: String(oomScoreAdj(pod, container, facts.memoryBytes)),
      hugepage_limits: facts.hugePageSizes.map((size) => hugePageLimit(size, limits)),
      memory_swap_limit_in_bytes: swap,
      unified: mapField(facts.cgroupVersion === 'v2' ? unified(facts) : {}),
    }),
  };
}

function linuxResources({
  cpuRequestMilli,
  cpuLimitMilli,
  memoryLimitBytes,
}: Amounts): LinuxContainerResources {
  return sparse({
    cpu_period: String(periodUs),
    cpu_quota: String(
      cpuLimitMilli === 0 ? 0 : Math.max(1000, Math.trunc((cpuLimitMilli * periodUs) / 1000)),
    ),
    cpu_shares: String(cpuShares(cpuRequestMilli ?? cpuLimitMilli)),
    memory_limit_in_bytes: String(memoryLimitBytes),
  });
}

function cpuShares(milli: number): number {
  if (milli === 0) return 2;
  return Math.min(262_144, Math.max(2, Math.trunc((milli * 1024) / 1000)));
}

function hugePageLimit(size: string, limits: ResourceList): HugepageLimit {
  const limit = wholeOf(limits[`hugepages-${size.replace('B', 'i')}`]) ?? 0;
  return { page_size: size, ...sparse({ limit: String(limit) }) };
}

function unified(facts: NodeFacts): Readonly<Record<string, string>> {
  return {
    'memory.oom.group': '1',
    ...(facts.swapAccounting && { 'memory.swap.max': '0' }),
    'memory.min': '0',
    'memory.low': '0',
  };
}
