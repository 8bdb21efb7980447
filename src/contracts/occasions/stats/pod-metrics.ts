// SPDX-License-Identifier: Apache-2.0
import type { Metric, MetricDescriptor } from '#cri/proto/generated/messages.js';
import { isRefused, type AnsweredCall } from '#evidence/call.js';
import type { Evidence } from '#evidence/evidence.js';
import type { ContainerHistory } from '#evidence/history/container-history.js';
import type { SandboxHistory } from '#evidence/history/sandbox-history.js';
import { notOffered } from '../../judging/judging.js';
import { unsupported, type Verdict } from '../../verdict.js';

type MetricsCall = AnsweredCall<'ListPodSandboxMetrics'>;

/** Metrics of a pod or of one of its containers in an answer. */
export interface MetricsOfObject {
  readonly call: MetricsCall;
  readonly pod: SandboxHistory;
  /** Absent: of the pod itself. */
  readonly container?: ContainerHistory;
  readonly metrics: readonly Metric[];
}

/** Undefined if there may be metrics. */
export function withoutMetrics(evidence: Evidence): Verdict | undefined {
  const missing = evidence
    .refused('ListMetricDescriptors')
    .find((call) => isRefused(call) && call.outcome.code === 'UNIMPLEMENTED');
  if (missing !== undefined) return notOffered(missing);
  const [described] = evidence.answered('ListMetricDescriptors');
  const [silent] = evidence.answered('ListPodSandboxMetrics');
  if (silent === undefined || described === undefined || descriptorsIn(evidence).size > 0) return undefined;
  return unsupported([silent.seq], 'this runtime is configured to give no metrics');
}

/** By the name of the metric, of the first answer. */
export function descriptorsIn(evidence: Evidence): ReadonlyMap<string, MetricDescriptor> {
  const [described] = evidence.answered('ListMetricDescriptors');
  return new Map(
    (described?.outcome.response.descriptors ?? []).map((each) => [each.name ?? '', each] as const),
  );
}

/** Of pods and containers that this scenario made. */
export function metricsByObject(evidence: Evidence): readonly MetricsOfObject[] {
  return evidence.answered('ListPodSandboxMetrics').flatMap((call) =>
    (call.outcome.response.pod_metrics ?? []).flatMap(
      ({ pod_sandbox_id: id = '', metrics = [], container_metrics: inside = [] }) => {
        const pod = evidence.sandbox(id);
        if (pod === undefined) return [];
        const ofContainers = inside.flatMap(({ container_id: containerId = '', metrics: own = [] }) => {
          const container = evidence.container(containerId);
          return container === undefined ? [] : [{ call, pod, container, metrics: own }];
        });
        return [{ call, pod, metrics }, ...ofContainers];
      },
    ),
  );
}

/** The label values by the keys of the descriptor; undefined if they do not fit. */
export function labelsOf(
  { label_values: values = [] }: Metric,
  descriptor: MetricDescriptor | undefined,
): Readonly<Record<string, string>> | undefined {
  const keys = descriptor?.label_keys ?? [];
  if (descriptor === undefined || keys.length !== values.length) return undefined;
  return Object.fromEntries(keys.map((key, at) => [key, values[at] ?? '']));
}
