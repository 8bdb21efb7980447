// SPDX-License-Identifier: Apache-2.0
import type {
  Metric,
  MetricDescriptor,
  MetricType,
  PodSandboxMetrics,
} from '#cri/proto/generated/messages.js';
import type { ReferenceContainer } from '../container/container.js';
import { containerMemory } from './memory.js';
import type { Sandbox } from '../sandbox/sandbox.js';
import { cpuNs, isRunning } from './stats.js';
import { containersIn, type World } from '../world.js';

interface Gauge {
  readonly name: string;
  readonly help: string;
  readonly type: MetricType;
  readonly read: (world: World, container: ReferenceContainer) => number;
}

const containerKeys = ['id', 'name', 'image'];
const sandboxKeys = ['id', 'name', 'namespace'];

const gauges: readonly Gauge[] = [
  {
    name: 'container_cpu_usage_seconds_total',
    help: 'CPU time used, whole seconds.',
    type: 'COUNTER',
    read: (_world, container) => Number(cpuNs(container) / 1_000_000_000n),
  },
  {
    name: 'container_memory_usage_bytes',
    help: 'Memory in use.',
    type: 'GAUGE',
    read: (_world, container) => containerMemory(container),
  },
  {
    name: 'container_memory_working_set_bytes',
    help: 'Memory in use that cannot be given back.',
    type: 'GAUGE',
    read: (_world, container) => containerMemory(container),
  },
  {
    name: 'container_processes',
    help: 'Processes in the container.',
    type: 'GAUGE',
    read: (_world, { processes }) => processes.size,
  },
];

const podContainers = 'pod_running_containers';

export const metricDescriptors: readonly MetricDescriptor[] = [
  ...gauges.map(({ name, help }) => ({ name, help, label_keys: containerKeys })),
  { name: podContainers, help: 'Containers of the pod that run.', label_keys: sandboxKeys },
];

export function sandboxMetrics(world: World): PodSandboxMetrics[] {
  return [...world.sandboxes.values()]
    .filter(({ isReady }) => isReady)
    .map((sandbox) => {
      const running = containersIn(world, sandbox).filter(isRunning);
      return {
        pod_sandbox_id: sandbox.id,
        metrics: [podMetric(world, sandbox, running.length)],
        container_metrics: running.map((container) => ({
          container_id: container.id,
          metrics: containerMetrics(world, container),
        })),
      };
    });
}

const podMetric = (
  world: World,
  { id, metadata: { name = '', namespace = '' } }: Sandbox,
  count: number,
): Metric => ({
  name: podContainers,
  timestamp: String(world.now()),
  metric_type: 'GAUGE',
  label_values: [id, name, namespace],
  value: { value: String(count) },
});

const containerMetrics = (world: World, container: ReferenceContainer): Metric[] =>
  gauges.map(({ name, type, read }) => ({
    name,
    timestamp: String(world.now()),
    metric_type: type,
    label_values: [container.id, container.facts.config.metadata?.name ?? '', container.facts.imageName],
    value: { value: String(read(world, container)) },
  }));
