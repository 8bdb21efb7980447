// SPDX-License-Identifier: Apache-2.0
// What goes on of something that is gone, or stays as it was at first.
import { uptime } from 'node:os';
import type {
  ContainerEventResponse,
  ContainerStats,
  PodSandboxMetrics,
  PodSandboxStats,
  PodSandboxStatus,
} from '#cri/proto/generated/messages.js';
import { filterMatches } from '#evidence/list-filter.js';
import { allOf, inSandboxStatuses } from './in-every-view.js';
import type { Lie } from './lies.js';
import { lyingAbout } from './lying-runtime.js';
import { inContainerStatistics } from './stats/in-all-statistics.js';

type Telling = Lie['tell'];

/** All that was ever shown and matches the filter is shown again. */
function remembering<T>(
  idOf: (item: T) => string,
): (items: readonly T[], isAsked: (item: T) => boolean) => T[] {
  const known = new Map<string, T>();
  return (items, isAsked) => {
    for (const item of items) known.set(idOf(item), item);
    return [...known.values()].filter(isAsked);
  };
}

const containersStay: Telling = (truth, tell) => {
  const all = remembering<ContainerStats>(({ attributes }) => attributes?.id ?? '');
  return lyingAbout('ListContainerStats', async ({ filter }, honest) => {
    // A statistic does not tell its sandbox.
    if (filter?.pod_sandbox_id !== undefined) return undefined;
    const { stats = [] } = await honest();
    return {
      stats: all(stats, ({ attributes }) =>
        filterMatches(filter, { id: attributes?.id ?? '', labels: attributes?.labels ?? {} }),
      ),
    };
  })(truth, tell);
};

const podsStay: Telling = (truth, tell) => {
  const all = remembering<PodSandboxStats>(({ attributes }) => attributes?.id ?? '');
  return lyingAbout('ListPodSandboxStats', async ({ filter }, honest) => ({
    stats: all((await honest()).stats ?? [], ({ attributes }) =>
      filterMatches(filter, { id: attributes?.id ?? '', labels: attributes?.labels ?? {} }),
    ),
  }))(truth, tell);
};

const metricsStay: Telling = (truth, tell) => {
  const all = remembering<PodSandboxMetrics>(({ pod_sandbox_id: id = '' }) => id);
  return lyingAbout('ListPodSandboxMetrics', async (_, honest) => ({
    pod_metrics: all((await honest()).pod_metrics ?? [], () => true),
  }))(truth, tell);
};

/** Its own cgroup was not found, and that of the node was measured. */
function countedByNode(): (stats: ContainerStats) => ContainerStats {
  const before = BigInt(Math.ceil(uptime())) * 1_000_000_000n;
  return (stats) => {
    if (stats.cpu === undefined || (stats.attributes?.metadata?.attempt ?? 0) === 0) return stats;
    const used = BigInt(stats.cpu.usage_core_nano_seconds?.value ?? 0);
    return { ...stats, cpu: { ...stats.cpu, usage_core_nano_seconds: { value: String(before + used) } } };
  };
}

function memoryOfFirst(): (stats: ContainerStats) => ContainerStats {
  const first = new Map<string, ContainerStats['memory']>();
  return (stats) => {
    const id = stats.attributes?.id ?? '';
    if (stats.memory !== undefined && !first.has(id)) first.set(id, stats.memory);
    return stats.memory === undefined
      ? stats
      : { ...stats, memory: { ...first.get(id), timestamp: stats.memory.timestamp } };
  };
}

/** Both answers about one pod. */
const ofPods = (falsify: (stats: PodSandboxStats) => PodSandboxStats): Telling =>
  allOf(
    lyingAbout('PodSandboxStats', async (_, honest) => ({ stats: falsify((await honest()).stats ?? {}) })),
    lyingAbout('ListPodSandboxStats', async (_, honest) => ({
      stats: ((await honest()).stats ?? []).map(falsify),
    })),
  );

/** The driver counts them since the node began. */
const manyErrors: Telling = ofPods(({ linux, ...stats }) => {
  const network = linux?.network && {
    ...linux.network,
    default_interface: { ...linux.network.default_interface, rx_errors: { value: '3000000000' } },
  };
  return { ...stats, linux: { ...linux, ...(network && { network }) } };
});

/** Of several fields one is enough. */
const idOrSandbox: Telling = lyingAbout('ListContainerStats', async ({ filter }, honest) =>
  (filter?.id ?? '') === '' || (filter?.pod_sandbox_id ?? '') === ''
    ? undefined
    : honest({ filter: { pod_sandbox_id: filter?.pod_sandbox_id } }),
);

const statistics: readonly Lie[] = [
  {
    name: 'of several fields in a filter of statistics one is enough',
    tell: idOrSandbox,
    scenario: 'stats.under-load',
    breaks: ['stats.list.of-sandbox'],
    expected: /^[0-9a-f]{64} once each/,
    actual: /^[0-9a-f]{64}, [0-9a-f]{64}$/,
    proof: ['ListContainerStats'],
  },
  {
    name: 'a pod has three milliards of errors in its network',
    tell: manyErrors,
    scenario: 'stats.under-load',
    breaks: ['stats.sandbox.plausible'],
    expected: /^at most \d+ bytes and \d+ errors each way/,
    actual: /"rx_errors":\{"value":"3000000000"\}/,
    proof: ['RunPodSandbox', 'PodSandboxStats'],
  },
  {
    name: 'a container uses all the swap there could be',
    tell: inContainerStatistics(() => (stats) => ({
      ...stats,
      swap: { timestamp: stats.cpu?.timestamp, swap_usage_bytes: { value: '18446744073709551615' } },
    })),
    scenario: 'stats.second-attempt',
    breaks: ['stats.container.plausible'],
    expected: /^swap\.swap_usage_bytes of at most \d+, for it is small$/,
    actual: /^18446744073709551615$/,
    proof: ['CreateContainer', 'ContainerStats'],
  },
  {
    name: 'metrics of containers are told twice',
    tell: lyingAbout('ListPodSandboxMetrics', async (_, honest) => ({
      pod_metrics: ((await honest()).pod_metrics ?? []).map((pod) => ({
        ...pod,
        container_metrics: (pod.container_metrics ?? []).map((of) => ({
          ...of,
          metrics: [...(of.metrics ?? []), ...(of.metrics ?? [])],
        })),
      })),
    })),
    scenario: 'stats.under-load',
    breaks: ['stats.metrics.described'],
    expected: /^each metric with the same labels once$/,
    actual: /"name":"container_/,
    proof: ['ListMetricDescriptors', 'ListPodSandboxMetrics'],
  },
  {
    name: 'containers that were removed stay in the list of statistics',
    tell: containersStay,
    scenario: 'stats.after-exit',
    breaks: ['stats.list.of-sandbox'],
    expected: /nothing that is gone/,
    actual: /^[0-9a-f]{64}/,
    proof: ['ListContainerStats'],
  },
  {
    name: 'pods that were removed stay in the list of statistics',
    tell: podsStay,
    scenario: 'stats.after-exit',
    breaks: ['stats.sandbox.listed'],
    expected: /^none once each, and nothing that is gone/,
    actual: /^[0-9a-f]{64}$/,
    proof: ['ListPodSandboxStats'],
  },
  {
    name: 'pods that were removed have metrics',
    tell: metricsStay,
    scenario: 'stats.after-exit',
    breaks: ['stats.metrics.of-pods'],
    expected: /nothing that is gone$/,
    actual: /^[0-9a-f]{64}/,
    proof: ['ListPodSandboxMetrics'],
  },
  {
    name: 'a container that is made again has the processor time of its node',
    tell: inContainerStatistics(countedByNode),
    scenario: 'stats.second-attempt',
    breaks: ['stats.container.plausible'],
    expected: /^cpu\.usage_core_nano_seconds of at most \d+, as it was created \d+ ms ago$/,
    actual: /^\d{11,}$/,
    proof: ['CreateContainer', 'ContainerStats'],
  },
  {
    name: 'the memory of a container is that of its first sample',
    tell: inContainerStatistics(memoryOfFirst),
    scenario: 'stats.twice',
    breaks: ['stats.container.follows-load'],
    expected: /of a program that holds 33554432 bytes$/,
    actual: /^\d+, \d+, \d+$/,
    proof: ['CreateContainer', 'ContainerStats'],
  },
];

/** With an address of another family beside the true one, from the n-th read on. */
const withOthers = (others: (read: number) => readonly string[]): Telling => {
  const seen = new Map<string, number>();
  return inSandboxStatuses((status): PodSandboxStatus | undefined => {
    const { id = '', network } = status;
    if ((network?.ip ?? '') === '') return undefined;
    const read = seen.get(id) ?? 0;
    seen.set(id, read + 1);
    const nth = [...seen.keys()].indexOf(id).toString(16);
    return {
      ...status,
      network: { ...network, additional_ips: others(read).map((ip) => ({ ip: `${ip}${nth}` })) },
    };
  });
};

const addresses: readonly Lie[] = [
  {
    name: 'the second address of a pod is told once, and never again',
    tell: withOthers((read) => (read === 0 ? ['fd00:10::1'] : [])),
    scenario: 'pod.happy-path',
    breaks: ['sandbox.network.ip-stable'],
    expected: /^the same addresses in every status$/,
    actual: /\[fd00:10::1[0-9a-f]+\]", then "[^[]+"$/,
    proof: ['PodSandboxStatus', 'PodSandboxStatus'],
  },
  {
    name: 'the second address of a pod is told twice',
    tell: withOthers(() => ['fd00:10::1', 'fd00:10:0:0::1']),
    scenario: 'pod.happy-path',
    breaks: ['sandbox.network.additional-ips-exclude-primary'],
    expected: /each once$/,
    actual: /^\[fd00:10::1[0-9a-f]+\], \[fd00:10::1[0-9a-f]+\]$/,
    proof: ['PodSandboxStatus'],
  },
  {
    name: 'a pod has an address that is good for its own link only',
    tell: withOthers(() => ['fe80::1']),
    scenario: 'pod.happy-path',
    breaks: ['sandbox.network.ips-parsable'],
    expected: /^IPv4 or IPv6 addresses of a pod$/,
    actual: /^fe80::1[0-9a-f]+$/,
    proof: ['PodSandboxStatus'],
  },
];

/** Not sent. */
const withholding =
  (isWithheld: (event: ContainerEventResponse, stopped: ReadonlySet<string>) => boolean): Telling =>
  (truth, tell) => {
    const stopped = new Set<string>();
    return {
      StopContainer: async (request, call) => {
        stopped.add(request.container_id ?? '');
        return truth.StopContainer(request, call);
      },
      async *GetContainerEvents(request, call) {
        for await (const event of truth.GetContainerEvents(request, call))
          if (isWithheld(event, stopped)) tell({ rpc: 'GetContainerEvents', request });
          else yield event;
      },
    };
  };

const events: readonly Lie[] = [
  {
    name: 'nobody is told that a container which was to stop has stopped',
    tell: withholding(
      ({ container_event_type: type, container_id: id = '' }, stopped) =>
        type === 'CONTAINER_STOPPED_EVENT' && stopped.has(id),
    ),
    scenario: 'events.many-watchers',
    breaks: ['events.life.complete'],
    expected: /^CONTAINER_STOPPED_EVENT of [0-9a-f]{64}/,
    actual: /CONTAINER_STARTED_EVENT, CONTAINER_DELETED_EVENT of this container$/,
    proof: ['GetContainerEvents', 'StartContainer', 'StopContainer or ListContainers or ContainerStatus'],
  },
  {
    name: 'nobody is told of a container that is made again',
    tell: withholding(({ container_id: id, containers_statuses: all = [] }) =>
      all.some((status) => status.id === id && (status.metadata?.attempt ?? 0) > 0),
    ),
    scenario: 'events.many-watchers',
    breaks: ['events.life.complete'],
    expected: /^CONTAINER_CREATED_EVENT of [0-9a-f]{64}/,
    actual: /of this container$/,
    proof: ['GetContainerEvents', 'CreateContainer'],
  },
];

export const leftOverLies: readonly Lie[] = [...statistics, ...addresses, ...events];
