// SPDX-License-Identifier: Apache-2.0
import type { CriHandlers } from '#cri/server/handlers.js';
import type {
  ContainerStats,
  ContainerStatsFilter,
  PodSandboxStats,
  PodSandboxStatsFilter,
} from '#cri/proto/generated/messages.js';
import { hasLabels, idFits } from './filters.js';
import { metricDescriptors, sandboxMetrics } from '../stats/metrics.js';
import { pages } from './pages.js';
import { promised } from './promised.js';
import { containerStats, isRunning, sandboxStats } from '../stats/stats.js';
import { containerOf, sandboxOf, type World } from '../world.js';

type Methods =
  | 'ContainerStats'
  | 'ListContainerStats'
  | 'StreamContainerStats'
  | 'PodSandboxStats'
  | 'ListPodSandboxStats'
  | 'StreamPodSandboxStats'
  | 'ListMetricDescriptors'
  | 'ListPodSandboxMetrics'
  | 'StreamPodSandboxMetrics';

export function statsHandlers(world: World): Required<Pick<CriHandlers, Methods>> {
  const ofContainers = (filter: ContainerStatsFilter = {}): ContainerStats[] =>
    [...world.containers.values()]
      .filter(
        (container) =>
          isRunning(container) &&
          idFits(container.id, filter.id) &&
          idFits(container.sandbox.id, filter.pod_sandbox_id),
      )
      .filter(({ facts }) => hasLabels(facts.config.labels, filter.label_selector))
      .map((container) => containerStats(world, container));
  const ofSandboxes = (filter: PodSandboxStatsFilter = {}): PodSandboxStats[] =>
    [...world.sandboxes.values()]
      .filter(
        (sandbox) =>
          sandbox.isReady &&
          idFits(sandbox.id, filter.id) &&
          hasLabels(sandbox.config.labels, filter.label_selector),
      )
      .map((sandbox) => sandboxStats(world, sandbox));
  return {
    ContainerStats: promised((request) => ({
      stats: containerStats(world, containerOf(world, request.container_id)),
    })),
    ListContainerStats: promised(({ filter }) => ({ stats: ofContainers(filter) })),
    StreamContainerStats: ({ filter }) =>
      pages(ofContainers(filter), (stats) => ({ container_stats: stats })),
    PodSandboxStats: promised((request) => ({
      stats: sandboxStats(world, sandboxOf(world, request.pod_sandbox_id)),
    })),
    ListPodSandboxStats: promised(({ filter }) => ({ stats: ofSandboxes(filter) })),
    StreamPodSandboxStats: ({ filter }) =>
      pages(ofSandboxes(filter), (stats) => ({ pod_sandbox_stats: stats })),
    ListMetricDescriptors: promised(() => ({ descriptors: metricDescriptors })),
    ListPodSandboxMetrics: promised(() => ({ pod_metrics: sandboxMetrics(world) })),
    StreamPodSandboxMetrics: () =>
      pages(sandboxMetrics(world), (metrics) => ({ pod_sandbox_metrics: metrics })),
  };
}
