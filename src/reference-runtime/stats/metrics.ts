// SPDX-License-Identifier: Apache-2.0
import type {
  Metric,
  MetricDescriptor,
  MetricType,
  PodSandboxMetrics,
} from '#cri/proto/generated/messages.js';
import type { ReferenceContainer } from '../container/container.js';
import { containerMemory, limitIn } from './memory.js';
import type { Sandbox } from '../sandbox/sandbox.js';
import { cpuNs, isRunning, trafficOf } from './stats.js';
import { containersIn, type World } from '../world.js';

interface Gauge {
  readonly name: string;
  readonly help: string;
  readonly type: MetricType;
  readonly read: (world: World, container: ReferenceContainer) => number;
}

const containerKeys = ['id', 'name', 'image'];
const sandboxKeys = ['id', 'pod', 'namespace', 'interface'];

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

const memoryLimitMetric = 'container_spec_memory_limit_bytes';

const network = [
  { name: 'container_network_receive_bytes_total', help: 'Bytes received.', field: 'rx_bytes' },
  { name: 'container_network_transmit_bytes_total', help: 'Bytes sent.', field: 'tx_bytes' },
] as const;

export const metricDescriptors: readonly MetricDescriptor[] = [
  ...gauges.map(({ name, help }) => ({ name, help, label_keys: containerKeys })),
  { name: memoryLimitMetric, help: 'Memory that it may use.', label_keys: containerKeys },
  ...network.map(({ name, help }) => ({ name, help, label_keys: sandboxKeys })),
];

export function sandboxMetrics(world: World): PodSandboxMetrics[] {
  return [...world.sandboxes.values()]
    .filter(({ isReady }) => isReady)
    .map((sandbox) => {
      const running = containersIn(world, sandbox).filter(isRunning);
      return {
        pod_sandbox_id: sandbox.id,
        metrics: sandbox.usesNodeNetwork ? [] : networkMetrics(world, sandbox),
        container_metrics: running.map((container) => ({
          container_id: container.id,
          metrics: containerMetrics(world, container),
        })),
      };
    });
}

function networkMetrics(world: World, sandbox: Sandbox): Metric[] {
  const { name = '', namespace = '' } = sandbox.metadata;
  const traffic = trafficOf(world, sandbox);
  return network.map((metric) => ({
    name: metric.name,
    timestamp: String(world.now()),
    metric_type: 'COUNTER',
    label_values: [sandbox.id, name, namespace, traffic.name],
    value: traffic[metric.field],
  }));
}

/** Only of a container that has one. */
function limitMetric(world: World, container: ReferenceContainer): Metric[] {
  const limit = limitIn(container.resources);
  return limit === undefined
    ? []
    : [
        {
          name: memoryLimitMetric,
          timestamp: String(world.now()),
          metric_type: 'GAUGE',
          label_values: labelsOf(container),
          value: { value: String(limit) },
        },
      ];
}

const labelsOf = ({ id, facts: { config, imageName } }: ReferenceContainer): string[] => [
  id,
  config.metadata?.name ?? '',
  imageName,
];

const containerMetrics = (world: World, container: ReferenceContainer): Metric[] => [
  ...gauges.map(({ name, type, read }) => ({
    name,
    timestamp: String(world.now()),
    metric_type: type,
    label_values: labelsOf(container),
    value: { value: String(read(world, container)) },
  })),
  ...limitMetric(world, container),
];
