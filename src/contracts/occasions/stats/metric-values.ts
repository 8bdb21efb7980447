// SPDX-License-Identifier: Apache-2.0
import type {
  ContainerStats,
  LinuxPodSandboxStats,
  Metric,
  UInt64Value,
} from '#cri/proto/generated/messages.js';
import { clockToleranceNs, parseInt64 } from '#evidence/timestamps.js';
import type { RecordedCall } from '#evidence/call.js';
import type { Evidence } from '#evidence/evidence.js';
import { beganAfter, endMs } from '#evidence/history/order.js';
import type { ExpectedAndActual } from '../../judging/judging.js';
import { isSteadyAt, runningSamples, sandboxSamples } from './stats-samples.js';
import type { MetricsOfObject } from './pod-metrics.js';
import { counter, faultSlack, gauge, memorySlack, trafficSlack } from './quantities.js';
import { isQuietSince } from './sample-pairs.js';

type Wrong = ExpectedAndActual | undefined;

export interface LabelledMetric {
  readonly metric: Metric;
  readonly labels: Readonly<Record<string, string>>;
}

/** What a metric says against what is known of its object. */
export function wrongValue(evidence: Evidence, of: MetricsOfObject, labelled: LabelledMetric): Wrong {
  const wrong =
    wrongMoment(evidence, of, labelled) ??
    wrongCount(of, labelled) ??
    wrongLimit(evidence, of, labelled) ??
    unlikeStatistics(evidence, of, labelled);
  const { name = '', value } = labelled.metric;
  if (wrong === undefined) return undefined;
  return { expected: `${name} ${wrong}`, actual: `${parseInt64(value?.value)}` };
}

type Said = string | undefined;

const nsPerS = 1_000_000_000n;

/** In whole seconds since 1970. */
function wrongMoment(evidence: Evidence, { pod, call }: MetricsOfObject, { metric }: LabelledMetric): Said {
  if (!/^container_(last_seen|start_time_seconds)$/.test(metric.name ?? '')) return undefined;
  const { from, to } = evidence.wallWindow(pod.run.beganMs, call.endedMs);
  const [first, last] = [(from - clockToleranceNs) / nsPerS, (to + clockToleranceNs) / nsPerS];
  const at = parseInt64(metric.value?.value);
  return at >= first && at <= last ? undefined : `between ${first} and ${last}, in seconds`;
}

/** Programs of this suite are a few processes with one thread each. */
const mostProcesses = 64n;

function wrongCount({ container, call }: MetricsOfObject, { metric }: LabelledMetric): Said {
  if (!/^container_(processes|threads)$/.test(metric.name ?? '')) return undefined;
  if (container === undefined || !isSteadyAt(container, call)) return undefined;
  const count = parseInt64(metric.value?.value);
  return count >= 1n && count <= mostProcesses ? undefined : 'of a program that runs, and is small';
}

function wrongLimit(
  evidence: Evidence,
  { container, call }: MetricsOfObject,
  { metric }: LabelledMetric,
): Said {
  if (metric.name !== 'container_spec_memory_limit_bytes' || container === undefined) return undefined;
  const asked = parseInt64(container.config.linux?.resources?.memory_limit_in_bytes);
  const isUpdated = evidence.on('UpdateContainerResources', container.id).some(({ seq }) => seq < call.seq);
  return asked === 0n || isUpdated || parseInt64(metric.value?.value) === asked
    ? undefined
    : `${asked}, as requested`;
}

type Agree = (told: bigint, said: bigint) => boolean;

interface Known<Stats> {
  readonly of: (stats: Stats, labels: LabelledMetric['labels']) => UInt64Value | undefined;
  readonly agree: Agree;
}

const ofContainers: Readonly<Record<string, Known<ContainerStats>>> = {
  container_memory_usage_bytes: { of: ({ memory }) => memory?.usage_bytes, agree: gauge(memorySlack) },
  container_memory_working_set_bytes: {
    of: ({ memory }) => memory?.working_set_bytes,
    agree: gauge(memorySlack),
  },
  container_memory_rss: { of: ({ memory }) => memory?.rss_bytes, agree: gauge(memorySlack) },
  container_memory_failures_total: {
    of: ({ memory }, { failure_type: type, scope }) =>
      type === 'pgfault' && scope === 'container' ? memory?.page_faults : undefined,
    agree: counter(faultSlack),
  },
  // In whole seconds.
  container_cpu_usage_seconds_total: {
    of: ({ cpu }) => ({ value: String(parseInt64(cpu?.usage_core_nano_seconds?.value) / nsPerS) }),
    agree: counter(60n),
  },
};

const byInterface =
  (field: 'rx_bytes' | 'tx_bytes'): Known<LinuxPodSandboxStats>['of'] =>
  ({ network }, labels) =>
    [network?.default_interface, ...(network?.interfaces ?? [])].find(
      (each) => each?.name === labels.interface,
    )?.[field];

const ofPods: Readonly<Record<string, Known<LinuxPodSandboxStats>>> = {
  container_network_receive_bytes_total: { of: byInterface('rx_bytes'), agree: counter(trafficSlack) },
  container_network_transmit_bytes_total: { of: byInterface('tx_bytes'), agree: counter(trafficSlack) },
};

/** The last statistics before the metrics, of a program that changes nothing. */
function unlikeStatistics(evidence: Evidence, of: MetricsOfObject, { metric, labels }: LabelledMetric): Said {
  const said = parseInt64(metric.value?.value);
  const known =
    of.container === undefined
      ? knownOfPod(evidence, of, { metric, labels })
      : knownOf(evidence, of, { metric, labels });
  if (known?.told === undefined) return undefined;
  const told = parseInt64(known.told.value);
  return known.agree(told, said) ? undefined : `near the ${told} of the statistics`;
}

function knownOf(evidence: Evidence, of: MetricsOfObject, { metric, labels }: LabelledMetric) {
  const known = ofContainers[metric.name ?? ''];
  const sample = runningSamples(evidence).findLast(
    ({ life, call }) =>
      life === of.container &&
      isQuietSince(evidence, life, call) &&
      isMeasuredAfter(evidence, { call, later: of.call, metric }),
  );
  return known && sample && { agree: known.agree, told: known.of(sample.stats, labels) };
}

/** On the host's network, interfaces are the node's: other pods use them, too. */
function knownOfPod(evidence: Evidence, of: MetricsOfObject, { metric, labels }: LabelledMetric) {
  if (of.pod.hostNetwork) return undefined;
  const known = ofPods[metric.name ?? ''];
  const sample = sandboxSamples(evidence).findLast(
    ({ life, call }) => life === of.pod && isMeasuredAfter(evidence, { call, later: of.call, metric }),
  );
  return known && sample && { agree: known.agree, told: known.of(sample.stats.linux ?? {}, labels) };
}

/** A runtime may keep metrics for a while, and says so with an earlier time. */
function isMeasuredAfter(
  evidence: Evidence,
  { call, later, metric }: { call: RecordedCall; later: RecordedCall; metric: Metric },
): boolean {
  const at = parseInt64(metric.timestamp);
  const isSince = at === 0n || at >= evidence.wallClockNs(endMs(call));
  return beganAfter(later, call) && isSince;
}
