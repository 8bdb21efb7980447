// SPDX-License-Identifier: Apache-2.0
import { CriRefusal } from '#cri/client/cri-refusal.js';
import type { ContainerStats, PodSandboxStats } from '#cri/proto/generated/messages.js';
import type { CriHandlers } from '#cri/server/handlers.js';
import type { Lie } from '../lies.js';
import { inAllStatistics, type Falsified } from './in-all-statistics.js';
import { lyingAbout, type Tell, type Truth } from '../lying-runtime.js';

/** Every answer repeats the first sample of the container. */
function frozen(): Falsified {
  const first = new Map<string, ContainerStats>();
  return (stats) => {
    const id = stats.attributes?.id ?? '';
    if (stats.cpu !== undefined && !first.has(id)) first.set(id, stats);
    return first.get(id) ?? stats;
  };
}

const onlyPods = (falsify: (stats: PodSandboxStats) => PodSandboxStats): Lie['tell'] => {
  return (truth, tell) => ({
    ...lyingAbout('PodSandboxStats', async (_, honest) => ({
      stats: falsify((await honest()).stats ?? {}),
    }))(truth, tell),
    ...lyingAbout('ListPodSandboxStats', async (_, honest) => ({
      stats: ((await honest()).stats ?? []).map(falsify),
    }))(truth, tell),
  });
};

function failingAfterExits(truth: Truth, tell: Tell): CriHandlers {
  let exited = false;
  return {
    ContainerStatus: async (request, call) => {
      const answer = await truth.ContainerStatus(request, call);
      exited ||= answer.status?.state === 'CONTAINER_EXITED';
      return answer;
    },
    ...lyingAbout('ListContainerStats', () => {
      if (exited) throw new CriRefusal('UNKNOWN', 'failed to decode container metrics');
      return undefined;
    })(truth, tell),
  };
}

const scenario = 'stats.under-load';

export const statsLies: readonly Lie[] = [
  {
    name: 'statistics never change after the first sample',
    tell: inAllStatistics(frozen),
    scenario,
    breaks: ['stats.container.follows-load'],
    expected: /^a program that computes all the time has used some of the 0 ns/,
    actual: /^0 ns, timestamps (\d+) and \1$/,
    proof: ['ContainerStats or PodSandboxStats', 'ContainerStats'],
  },
  {
    name: 'a program has used a hundred times the processor time',
    tell: inAllStatistics(() => ({ cpu, ...stats }) => {
      const used = BigInt(cpu?.usage_core_nano_seconds?.value ?? 0) * 100n;
      return { ...stats, ...(cpu && { cpu: { ...cpu, usage_core_nano_seconds: { value: String(used) } } }) };
    }),
    scenario,
    breaks: ['stats.container.follows-load', 'stats.sandbox.follows-load', 'stats.sandbox.plausible'],
    // Metrics count whole seconds, and agree with a hundred times very little.
    mayBreak: ['stats.metrics.agree', 'stats.container.plausible'],
    expected: /at most one processor$/,
    actual: /^\d+ ns/,
    proof: ['ContainerStats', 'ContainerStats'],
  },
  {
    name: 'nobody uses any memory',
    tell: inAllStatistics(() => ({ memory, ...stats }) => ({
      ...stats,
      ...(memory && {
        memory: { ...memory, usage_bytes: {}, working_set_bytes: {}, rss_bytes: {}, available_bytes: {} },
      }),
    })),
    scenario,
    // Metrics still tell the truth.
    breaks: ['stats.container.follows-load', 'stats.container.plausible', 'stats.metrics.agree'],
    expected: /^usage_bytes, working_set_bytes and rss_bytes of a program that holds 25165824 bytes$/,
    actual: /^0, 0, 0$/,
    proof: ['CreateContainer', 'PodSandboxStats'],
  },
  {
    name: 'the working set is twice the usage',
    tell: inAllStatistics(() => ({ memory, ...stats }) => {
      const used = BigInt(memory?.usage_bytes?.value ?? 0);
      return {
        ...stats,
        ...(memory && { memory: { ...memory, working_set_bytes: { value: String(used * 2n) } } }),
      };
    }),
    scenario,
    breaks: ['stats.container.plausible'],
    expected: /working_set_bytes and rss_bytes at most usage_bytes$/,
    actual: /^usage_bytes \d+, working_set_bytes \d+/,
    proof: ['CreateContainer', 'PodSandboxStats'],
  },
  {
    name: 'samples are taken in 1970',
    tell: inAllStatistics(() => ({ cpu, memory, ...stats }) => ({
      ...stats,
      ...(cpu && { cpu: { ...cpu, timestamp: '1' } }),
      ...(memory && { memory: { ...memory, timestamp: '1' } }),
    })),
    scenario,
    breaks: ['stats.container.plausible', 'stats.container.follows-load'],
    expected: /^cpu\.timestamp between CreateContainer and the answer/,
    actual: /^1 \(1970/,
    proof: ['CreateContainer', 'PodSandboxStats'],
  },
  {
    name: 'statistics have no labels',
    tell: inAllStatistics(() => ({ attributes: { id, metadata, annotations } = {}, ...stats }) => ({
      ...stats,
      attributes: {
        ...(id !== undefined && { id }),
        ...(metadata && { metadata }),
        ...(annotations && { annotations }),
      },
    })),
    scenario,
    breaks: ['stats.container.attributes'],
    expected: /with labels and annotations as requested$/,
    actual: /io\.kubernetes\.[a-z.]+=null/,
    proof: ['CreateContainer', 'PodSandboxStats'],
  },
  {
    name: 'the writable layer has no file system',
    tell: inAllStatistics(() => (stats) => ({ ...stats, writable_layer: {} })),
    scenario,
    breaks: ['stats.container.plausible'],
    expected: /^writable_layer with the path of a file system/,
    actual: /^\{\}$/,
    proof: ['CreateContainer', 'PodSandboxStats'],
  },
  {
    name: 'pods have statistics, their containers have none',
    tell: onlyPods(({ linux, ...stats }) => ({ ...stats, linux: { ...linux, containers: [] } })),
    scenario,
    breaks: ['stats.sandbox.containers'],
    expected: /^[0-9a-f]{64}, [0-9a-f]{64} once each/,
    actual: /^no container$/,
    proof: ['PodSandboxStats'],
  },
  {
    name: 'the statistics of a pod are those of its successor',
    tell: onlyPods(({ attributes, ...stats }) => ({
      ...stats,
      attributes: { ...attributes, metadata: { ...attributes?.metadata, attempt: 1 } },
    })),
    scenario,
    breaks: ['stats.sandbox.attributes'],
    expected: / 0, with labels/,
    actual: / 1$/,
    proof: ['RunPodSandbox', 'PodSandboxStats'],
  },
  {
    name: 'a pod has no process',
    tell: onlyPods(({ linux, ...stats }) => ({
      ...stats,
      linux: { ...linux, process: { ...linux?.process, process_count: { value: '0' } } },
    })),
    scenario,
    breaks: ['stats.sandbox.plausible'],
    expected: /^process\.process_count of at least 2/,
    actual: /^0$/,
    proof: ['RunPodSandbox', 'PodSandboxStats'],
  },
  {
    name: 'statistics of any pod can be read',
    tell: lyingAbout('PodSandboxStats', ({ pod_sandbox_id: id = '' }) =>
      id.startsWith('criprobe-unknown') ? { stats: { attributes: { id } } } : undefined,
    ),
    scenario,
    breaks: ['stats.sandbox.missing-refused'],
    expected: /^refused: there is no such sandbox$/,
    actual: /^OK$/,
    proof: ['PodSandboxStats'],
  },
  {
    name: 'a pod uses half the memory of its containers',
    tell: onlyPods((stats) => {
      const held = (stats.linux?.containers ?? []).map(({ memory }) => memory?.working_set_bytes?.value);
      const half = String(held.reduce((sum, bytes) => sum + BigInt(bytes ?? '0'), 0n) / 2n);
      return {
        ...stats,
        linux: {
          ...stats.linux,
          memory: {
            ...stats.linux?.memory,
            usage_bytes: { value: half },
            working_set_bytes: { value: half },
            rss_bytes: { value: half },
          },
        },
      };
    }),
    scenario,
    breaks: ['stats.sandbox.follows-load'],
    mayBreak: ['stats.metrics.agree', 'stats.sandbox.views-agree'],
    expected: /^memory.usage_bytes and working_set_bytes of a pod whose programs hold \d+ bytes$/,
    actual: /^\d+, \d+$/,
    proof: ['CreateContainer', 'PodSandboxStats'],
  },
  {
    name: 'statistics of a pod are always of the same time',
    tell: (truth: Truth, tell: Tell): CriHandlers => {
      let first: string | undefined;
      return onlyPods((stats) => {
        const cpu = stats.linux?.cpu;
        first ??= cpu?.timestamp;
        return { ...stats, linux: { ...stats.linux, cpu: { ...cpu, timestamp: first } } };
      })(truth, tell);
    },
    scenario,
    breaks: ['stats.sandbox.follows-load'],
    expected: /^cpu.timestamp after \d+: more was used since$/,
    actual: /^\d+$/,
    proof: ['PodSandboxStats', 'PodSandboxStats or ListPodSandboxStats'],
  },
  {
    name: 'statistics of pods fail now and then',
    tell: lyingAbout('ListPodSandboxStats', () => {
      throw new CriRefusal('UNKNOWN', 'failed to decode container metrics');
    }),
    scenario,
    breaks: ['stats.sandbox.succeeds'],
    expected: /^ListPodSandboxStats: OK$/,
    actual: /^UNKNOWN: failed to decode/,
    proof: ['ListPodSandboxStats'],
  },
  {
    name: 'a metric lacks its last label',
    tell: lyingAbout('ListPodSandboxMetrics', async (_, honest) => ({
      pod_metrics: ((await honest()).pod_metrics ?? []).map((pod) => ({
        ...pod,
        metrics: (pod.metrics ?? []).map((metric) => ({
          ...metric,
          label_values: (metric.label_values ?? []).slice(0, -1),
        })),
      })),
    })),
    scenario,
    breaks: ['stats.metrics.described'],
    expected: /^a descriptor with as many label keys/,
    actual: /"label_values":/,
    proof: ['ListMetricDescriptors', 'ListPodSandboxMetrics'],
  },
  {
    name: 'one label that fits is enough for statistics',
    tell: lyingAbout('ListContainerStats', async ({ filter = {} }, honest) => {
      const { label_selector: labels = {}, ...rest } = filter;
      if (Object.keys(labels).length < 2) return undefined;
      const { stats = [] } = await honest({ filter: rest });
      const fits = ({ attributes }: ContainerStats): boolean =>
        Object.entries(labels).some(([key, value]) => attributes?.labels?.[key] === value);
      return { stats: stats.filter(fits) };
    }),
    scenario,
    breaks: ['stats.list.of-sandbox'],
    expected: /^[0-9a-f]{64} once each, and nothing that is gone or that the filter does not select$/,
    actual: /[0-9a-f]{64}, [0-9a-f]{64}/,
    proof: ['ListContainerStats'],
  },
  {
    name: 'statistics cannot be listed once a container has exited',
    tell: failingAfterExits,
    scenario: 'stats.after-exit',
    breaks: ['stats.list.succeeds'],
    expected: /^ListContainerStats: OK$/,
    actual: /^UNKNOWN: failed to decode container metrics$/,
    proof: ['ListContainerStats'],
  },
];
