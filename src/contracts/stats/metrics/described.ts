// SPDX-License-Identifier: Apache-2.0
import type { Metric, MetricDescriptor } from '#cri/proto/generated/messages.js';
import { isRefused, type AnsweredCall } from '#evidence/call.js';
import type { Evidence } from '#evidence/evidence.js';
import type { Contract } from '../../contract.js';
import { holds, judgeEach, notOffered } from '../../judging/judging.js';
import { unsupported } from '../../verdict.js';

export const statsMetricsDescribed: Contract = {
  id: 'stats.metrics.described',
  level: 'must',
  since: '0.1.0',
  title: 'Every metric has a descriptor, a value and as many labels as the descriptor has keys',
  reference: {
    source: 'CRI v1, RPCs ListMetricDescriptors and ListPodSandboxMetrics; kubelet, CRI metrics collector',
    says: 'the kubelet reads the value without a nil check, and drops a metric whose labels do not fit',
  },
  consequence: 'The kubelet crashes when it is scraped, or metrics are missing.',
  covers: ['STS-008', 'STS-009', 'M8'],
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
      const wrong = metrics.find((metric) => !fits(descriptors.get(metric.name ?? ''), metric));
      return holds([described, call], wrong === undefined, {
        expected: 'a descriptor with as many label keys, a value and a time',
        actual: JSON.stringify(wrong ?? null),
      });
    });
  },
};

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

function fits(descriptor: MetricDescriptor | undefined, metric: Metric): boolean {
  return (
    descriptor !== undefined &&
    metric.value !== undefined &&
    (metric.label_values ?? []).length === (descriptor.label_keys ?? []).length
  );
}
