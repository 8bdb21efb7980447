// SPDX-License-Identifier: Apache-2.0
import type { Metric, MetricDescriptor } from '#cri/proto/generated/messages.js';
import { isRefused, type AnsweredCall } from '#evidence/call.js';
import type { Evidence } from '#evidence/evidence.js';
import type { Contract } from '../../contract.js';
import { holds, judgeEach, notOffered, type ExpectedAndActual } from '../../judging/judging.js';
import { unsupported } from '../../verdict.js';

export const statsMetricsDescribed: Contract = {
  id: 'stats.metrics.described',
  level: 'must',
  since: '0.1.0',
  title:
    'Every metric is told once, and has a descriptor with help, a value, the type that its name promises and a label for each key',
  reference: {
    source: 'CRI v1, RPCs ListMetricDescriptors and ListPodSandboxMetrics; kubelet, CRI metrics collector',
    says: 'the kubelet reads the value without a nil check, and drops a metric whose labels do not fit',
  },
  consequence: 'The kubelet crashes when it is scraped, or metrics are missing.',
  covers: ['STS-008', 'M8'],
  check: (evidence) => {
    const missing = evidence
      .refused('ListMetricDescriptors')
      .find((call) => isRefused(call) && call.outcome.code === 'UNIMPLEMENTED');
    if (missing !== undefined) return notOffered(missing);
    const [silent] = evidence.answered('ListPodSandboxMetrics');
    if (silent !== undefined && reads(evidence).length === 0)
      return unsupported([silent.seq], 'this runtime is configured to give no metrics');
    return judgeEach(reads(evidence), 'no metrics of a pod were read', ({ described, call, metrics }) => {
      const descriptors = new Map(
        (described.outcome.response.descriptors ?? []).map((each) => [each.name ?? '', each]),
      );
      const wrong =
        wrongDescriptor([...descriptors.values()]) ??
        firstWrong(metrics, (metric) => wrongMetric(descriptors.get(metric.name ?? ''), metric)) ??
        toldTwice(metrics);
      return holds([described, call], wrong === undefined, wrong ?? { expected: '', actual: '' });
    });
  },
};

type Wrong = ExpectedAndActual | undefined;

interface Read {
  readonly described: AnsweredCall<'ListMetricDescriptors'>;
  readonly call: AnsweredCall<'ListPodSandboxMetrics'>;
  readonly metrics: readonly Metric[];
}

function reads(evidence: Evidence): readonly Read[] {
  const [described] = evidence.answered('ListMetricDescriptors');
  if (described === undefined) return [];
  return evidence.answered('ListPodSandboxMetrics').flatMap((call) => {
    const metrics = (call.outcome.response.pod_metrics ?? []).flatMap((pod) => [
      ...(pod.metrics ?? []),
      ...(pod.container_metrics ?? []).flatMap((container) => container.metrics ?? []),
    ]);
    return metrics.length === 0 ? [] : [{ described, call, metrics }];
  });
}

function firstWrong<T>(items: readonly T[], wrongIn: (item: T) => Wrong): Wrong {
  for (const item of items) {
    const wrong = wrongIn(item);
    if (wrong !== undefined) return wrong;
  }
  return undefined;
}

/** Prometheus refuses other names of labels. */
const labelName = /^[A-Za-z_][A-Za-z0-9_]*$/;

function wrongDescriptor(descriptors: readonly MetricDescriptor[]): Wrong {
  const wrong = descriptors.find(
    ({ help = '', label_keys: keys = [] }) =>
      help === '' || keys.some((key) => !labelName.test(key)) || new Set(keys).size < keys.length,
  );
  return wrong && { expected: 'descriptors with help and names of labels', actual: JSON.stringify(wrong) };
}

const isFitting = (
  descriptor: MetricDescriptor | undefined,
  { value, label_values: values = [] }: Metric,
): boolean =>
  descriptor !== undefined && value !== undefined && values.length === (descriptor.label_keys ?? []).length;

function wrongMetric(descriptor: MetricDescriptor | undefined, metric: Metric): Wrong {
  if (!isFitting(descriptor, metric))
    return {
      expected: 'a descriptor with as many label keys, a value and a time',
      actual: JSON.stringify(metric),
    };
  const [type, promised] = [metric.metric_type ?? 'COUNTER', promisedType(metric.name ?? '')];
  if (promised === undefined || type === promised) return undefined;
  return { expected: `${metric.name ?? ''} of the type ${promised}`, actual: type };
}

/** Prometheus, which the kubelet uses, then gives no metrics of the whole node. */
function toldTwice(metrics: readonly Metric[]): Wrong {
  const seen = new Set<string>();
  const twice = metrics.find(({ name, label_values: values = [] }) => {
    const key = JSON.stringify([name, ...values]);
    return seen.size === seen.add(key).size;
  });
  return twice && { expected: 'each metric with the same labels once', actual: JSON.stringify(twice) };
}

/** cAdvisor's, which a kubelet served before: `_total` counts, and these go up and down. */
function promisedType(name: string): 'COUNTER' | 'GAUGE' | undefined {
  if (gauges.test(name)) return 'GAUGE';
  return name.endsWith('_total') ? 'COUNTER' : undefined;
}

const gauges =
  /^container_(last_seen|start_time_seconds|processes|threads|sockets|file_descriptors|spec_\w+|memory_(usage_bytes|working_set_bytes|rss|cache|swap|mapped_file)|fs_(usage|limit)_bytes|fs_inodes_(free|total))$/;
