// SPDX-License-Identifier: Apache-2.0
import type {
  ContainerMetrics,
  ContainerStats,
  FilesystemUsage,
  Metric,
  PodSandboxMetrics,
  PodSandboxStats,
} from '#cri/proto/generated/messages.js';
import type { CriHandlers } from '#cri/server/handlers.js';
import type { Lie } from '../lies.js';
import { inAllStatistics } from './in-all-statistics.js';
import { lyingAbout, type Tell, type Truth } from '../lying-runtime.js';

type Telling = (truth: Truth, tell: Tell) => CriHandlers;

/** Only ListContainerStats is wrong: whoever asks for one container gets the truth. */
const inTheList = (falsify: (stats: ContainerStats) => ContainerStats): Telling =>
  lyingAbout('ListContainerStats', async (_, honest) => ({
    stats: ((await honest()).stats ?? []).map(falsify),
  }));

const inTheListOfPods = (falsify: (stats: PodSandboxStats) => PodSandboxStats | undefined): Telling =>
  lyingAbout('ListPodSandboxStats', async (_, honest) => ({
    stats: ((await honest()).stats ?? []).flatMap((stats) => falsify(stats) ?? []),
  }));

const ofPods = (falsify: (pod: PodSandboxMetrics) => PodSandboxMetrics): Telling =>
  lyingAbout('ListPodSandboxMetrics', async (_, honest) => ({
    pod_metrics: ((await honest()).pod_metrics ?? []).map(falsify),
  }));

const ofContainers = (falsify: (metric: Metric, of: ContainerMetrics) => Metric): Telling =>
  ofPods((pod) => ({
    ...pod,
    container_metrics: (pod.container_metrics ?? []).map((of) => ({
      ...of,
      metrics: (of.metrics ?? []).map((metric) => falsify(metric, of)),
    })),
  }));

/** The same in every answer. */
const layersWith = (falsify: (layer: FilesystemUsage) => FilesystemUsage): Telling =>
  inAllStatistics(() => (stats) => ({ ...stats, writable_layer: falsify(stats.writable_layer ?? {}) }));

const scenario = 'stats.under-load';

export const statsViewsLies: readonly Lie[] = [
  {
    name: 'the list of statistics shows every container as idle',
    tell: inTheList(({ cpu, ...stats }) => ({
      ...stats,
      ...(cpu && { cpu: { ...cpu, usage_nano_cores: {} } }),
    })),
    scenario,
    breaks: ['stats.container.rate'],
    expected: /^usage_nano_cores of at least \d+ of what has computed/,
    actual: /^0, 0/,
    proof: ['ListContainerStats', 'ListContainerStats', 'ListContainerStats'],
  },
  {
    name: 'every program computes ten times as fast as it can',
    tell: inAllStatistics(() => ({ cpu, ...stats }) => ({
      ...stats,
      ...(cpu && {
        cpu: { ...cpu, usage_nano_cores: { value: `${cpu.usage_nano_cores?.value ?? ''}0` } },
      }),
    })),
    scenario,
    breaks: ['stats.container.rate'],
    expected: /^usage_nano_cores of at most 1500000000 at least once$/,
    actual: /^\d{10,}, \d{10,}, /,
    proof: [
      'PodSandboxStats or ContainerStats',
      'ContainerStats',
      'ContainerStats or ListContainerStats',
      'ListContainerStats or PodSandboxStats',
    ],
  },
  {
    name: 'the rate of a program is told in the wrong unit',
    tell: inTheList(({ cpu, ...stats }) => ({
      ...stats,
      ...(cpu && {
        cpu: { ...cpu, usage_nano_cores: { value: `${cpu.usage_nano_cores?.value ?? '1'}000` } },
      }),
    })),
    scenario,
    breaks: ['stats.container.rate'],
    expected: /with one thread each, at most 16000000000$/,
    actual: /^\d+000$/,
    proof: ['ListContainerStats'],
  },
  {
    name: 'the list of statistics shows no page faults',
    tell: inTheList(({ memory, ...stats }) => ({
      ...stats,
      ...(memory && { memory: { ...memory, page_faults: {} } }),
    })),
    scenario,
    breaks: ['stats.container.views-agree'],
    expected: /^memory\.page_faults near the \d+ that was told before$/,
    actual: /^0$/,
    proof: ['ContainerStats', 'ListContainerStats'],
  },
  {
    name: 'the list of statistics has each container on a disk of its own',
    tell: inTheList(({ writable_layer: layer, ...stats }) => ({
      ...stats,
      writable_layer: { ...layer, fs_id: { mountpoint: `/disks${layer?.fs_id?.mountpoint ?? ''}` } },
    })),
    scenario,
    breaks: ['stats.container.views-agree'],
    expected: /^writable_layer at \/.*, as before$/,
    actual: /^\/disks\//,
    proof: ['ContainerStats', 'ListContainerStats'],
  },
  {
    name: 'files of a writable layer were never counted',
    tell: inTheList(({ writable_layer: layer, ...stats }) => ({
      ...stats,
      writable_layer: { ...layer, timestamp: '0', used_bytes: { value: '4096' } },
    })),
    scenario,
    breaks: ['stats.container.plausible', 'stats.container.views-agree'],
    expected: /and a time if they are not 0$/,
    actual: /"used_bytes":\{"value":"4096"\}/,
    proof: ['CreateContainer', 'ListContainerStats'],
  },
  {
    name: 'a writable layer is measured without the files in it',
    tell: layersWith(({ timestamp, fs_id: id }) => ({
      ...(timestamp !== undefined && { timestamp }),
      ...(id && { fs_id: id }),
      used_bytes: { value: '12' },
      inodes_used: { value: '8' },
    })),
    scenario: 'images.disk-usage',
    breaks: ['stats.container.files'],
    expected: /^used_bytes and inodes_used of 12 files with 6144 bytes/,
    actual: /^12 bytes, 8 inodes$/,
    proof: ['CreateContainer', 'ContainerStats'],
  },
  {
    name: 'the list of pods has the statistics of another network',
    tell: inTheListOfPods(({ linux, ...stats }) => ({
      ...stats,
      linux: {
        ...linux,
        network: {
          ...linux?.network,
          default_interface: { ...linux?.network?.default_interface, name: 'net7' },
        },
      },
    })),
    scenario,
    breaks: ['stats.sandbox.views-agree'],
    expected: /^network interfaces eth0 eth0, as before$/,
    actual: /^net7 eth0$/,
    proof: ['PodSandboxStats', 'ListPodSandboxStats'],
  },
  {
    name: 'a pod uses more processors than a node has',
    tell: inTheListOfPods(({ linux, ...stats }) => ({
      ...stats,
      linux: {
        ...linux,
        cpu: { ...linux?.cpu, usage_core_nano_seconds: { value: String(9n * 10n ** 15n) } },
      },
    })),
    scenario,
    breaks: ['stats.sandbox.plausible', 'stats.sandbox.views-agree'],
    expected: /^cpu\.usage_core_nano_seconds of at most \d+, since the scenario began$/,
    actual: /^9000000000000000$/,
    proof: ['RunPodSandbox', 'ListPodSandboxStats'],
  },
  {
    name: 'no pod is in the list of statistics',
    tell: inTheListOfPods(() => undefined),
    scenario,
    breaks: ['stats.sandbox.listed'],
    expected: /^[0-9a-f]{64} once each/,
    actual: /^no pod$/,
    proof: ['ListPodSandboxStats'],
  },
  {
    name: 'pods have metrics, their containers have none',
    tell: ofPods((pod) => ({ ...pod, container_metrics: [] })),
    scenario,
    breaks: ['stats.metrics.of-pods'],
    expected:
      /^[0-9a-f]{64}, [0-9a-f]{64}\/[0-9a-f]{64}, [0-9a-f]{64}\/[0-9a-f]{64} once each, and nothing that is gone$/,
    actual: /^[0-9a-f]{64}$/,
    proof: ['ListPodSandboxMetrics'],
  },
  {
    name: 'metrics of containers have the id of the pod as a label',
    tell: ofContainers((metric, { container_id: id = '' }) => ({
      ...metric,
      label_values: (metric.label_values ?? []).map((label) => (label === id ? id.slice(1) : label)),
    })),
    scenario,
    breaks: ['stats.metrics.agree'],
    expected: /^container_\w+ with the labels of/,
    actual: /"id":"[0-9a-f]{63}"/,
    proof: ['CreateContainer', 'ListPodSandboxMetrics'],
  },
  {
    name: 'metrics of memory are in kibibytes',
    tell: ofContainers((metric) =>
      metric.name === 'container_memory_usage_bytes'
        ? { ...metric, value: { value: String(BigInt(metric.value?.value ?? 0) / 1024n) } }
        : metric,
    ),
    scenario,
    breaks: ['stats.metrics.agree'],
    expected: /^container_memory_usage_bytes near the \d+ of the statistics$/,
    actual: /^\d{5}$/,
    proof: ['CreateContainer', 'ListPodSandboxMetrics'],
  },
  {
    name: 'metrics of processors have nanoseconds for seconds',
    tell: ofContainers((metric) =>
      metric.name === 'container_cpu_usage_seconds_total'
        ? { ...metric, value: { value: String((BigInt(metric.value?.value ?? 0) + 1n) * 1_000_000_000n) } }
        : metric,
    ),
    scenario,
    breaks: ['stats.metrics.agree'],
    expected: /^container_cpu_usage_seconds_total /,
    actual: /^\d{10,}$/,
    proof: ['CreateContainer', 'ListPodSandboxMetrics'],
  },
  {
    name: 'memory is told as a counter',
    tell: ofContainers((metric) => ({ ...metric, metric_type: 'COUNTER' })),
    scenario,
    breaks: ['stats.metrics.described'],
    expected: /^container_memory_usage_bytes of the type GAUGE$/,
    actual: /^COUNTER$/,
    proof: ['ListMetricDescriptors', 'ListPodSandboxMetrics'],
  },
];
