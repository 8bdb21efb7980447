// SPDX-License-Identifier: Apache-2.0
import type { Metric } from '#cri/proto/generated/messages.js';
import { clockToleranceNs, parseInt64, readableTime } from '#evidence/timestamps.js';
import type { Evidence } from '#evidence/evidence.js';
import type { SandboxHistory } from '#evidence/history/sandbox-history.js';
import type { Contract } from '../../contract.js';
import { holds, judgeEach, type ExpectedAndActual } from '../../judging/judging.js';
import { wrongValue } from '../../occasions/stats/metric-values.js';
import {
  descriptorsIn,
  labelsOf,
  metricsByObject,
  withoutMetrics,
  type MetricsOfObject,
} from '../../occasions/stats/pod-metrics.js';
import { unsupported, type Verdict } from '../../verdict.js';
import { isSteadyAt } from '../../occasions/stats/stats-samples.js';

export const statsMetricsAgree: Contract = {
  id: 'stats.metrics.agree',
  level: 'must',
  since: '0.1.0',
  title:
    'Metrics name the object that they are of, were measured while it ran, and agree with its statistics',
  reference: {
    source: 'CRI v1, ContainerMetrics; KEP-2371; cAdvisor, metrics/prometheus.go',
    says: 'the kubelet serves these metrics in the place of those of cAdvisor, with the same names and meanings',
  },
  consequence: 'Dashboards and alerts are about another pod, or about numbers that have no meaning.',
  covers: ['M8'],
  check: (evidence) =>
    withoutMetrics(evidence) ??
    withoutAny(evidence) ??
    judgeEach(
      metricsByObject(evidence).filter(({ metrics }) => metrics.length > 0),
      'no metrics of a pod were read',
      (of) => {
        const wrong = firstWrong(evidence, of) ?? missingNetwork(evidence, of) ?? missingBeside(evidence, of);
        const made = of.container?.create ?? of.pod.run;
        return holds([made, of.call], wrong === undefined, wrong ?? { expected: '', actual: '' });
      },
    ),
};

/** stats.metrics.of-pods tells of pods that are missing. */
function withoutAny(evidence: Evidence): Verdict | undefined {
  const [silent] = evidence.answered('ListPodSandboxMetrics');
  if (silent === undefined || metricsByObject(evidence).length === 0) return undefined;
  return metricsByObject(evidence).some(({ metrics }) => metrics.length > 0)
    ? undefined
    : unsupported([silent.seq], 'this runtime is configured to give no metrics');
}

type Wrong = ExpectedAndActual | undefined;

function firstWrong(evidence: Evidence, of: MetricsOfObject): Wrong {
  const descriptors = descriptorsIn(evidence);
  for (const metric of of.metrics) {
    const labels = labelsOf(metric, descriptors.get(metric.name ?? ''));
    // stats.metrics.described tells of metrics without a descriptor.
    if (labels === undefined) continue;
    const wrong =
      wrongLabels(of, metric, labels) ??
      wrongTime(evidence, of, metric) ??
      wrongValue(evidence, of, { metric, labels });
    if (wrong !== undefined) return wrong;
  }
  return undefined;
}

/** cAdvisor's `id` is the path of the cgroup, with the id of the container or the uid of the pod in it. */
function wrongLabels({ pod, container }: MetricsOfObject, metric: Metric, labels: Labels): Wrong {
  const { name: podName = '', namespace = '' } = pod.config.metadata ?? {};
  const expected = { pod: podName, namespace, ...(container && { container: container.name }) };
  const ids = container === undefined ? [pod.id, ...uidsOf(pod)] : [container.id];
  const isRight = Object.entries(expected).every(([key, value]) => (labels[key] ?? value) === value);
  const isNamed = labels.id === undefined || ids.some((id) => labels.id?.includes(id));
  if (isRight && isNamed) return undefined;
  return {
    expected: `${metric.name ?? ''} with the labels of ${JSON.stringify({ ...expected, id: ids[0] })}`,
    actual: JSON.stringify(labels),
  };
}

/** As it is in the path of the pod's cgroup, with either driver. */
function uidsOf({ config }: SandboxHistory): readonly string[] {
  const uid = config.metadata?.uid ?? '';
  return uid === '' ? [] : [uid, uid.replaceAll('-', '_')];
}

type Labels = Readonly<Record<string, string>>;

/** 0 stands for a value that was measured when it was asked for. */
function wrongTime(
  evidence: Evidence,
  { pod, call }: MetricsOfObject,
  { name = '', timestamp }: Metric,
): Wrong {
  const at = parseInt64(timestamp);
  const { from, to } = evidence.wallWindow(pod.run.beganMs, call.endedMs);
  if (at === 0n || (at >= from - clockToleranceNs && at <= to + clockToleranceNs)) return undefined;
  return {
    expected: `${name} measured between RunPodSandbox and the answer, ${readableTime(from)} to ${readableTime(to)}`,
    actual: readableTime(at),
  };
}

/** Every pod with a network of its own has all that the runtime says it measures of networks. */
function missingNetwork(evidence: Evidence, { pod, container, metrics }: MetricsOfObject): Wrong {
  const isOfNetwork = (name: string): boolean => name.startsWith('container_network_');
  if (container !== undefined || pod.hostNetwork) return undefined;
  if (!metrics.some(({ name = '' }) => isOfNetwork(name))) return undefined;
  const missing = [...descriptorsIn(evidence).keys()].find(
    (name) => isOfNetwork(name) && !metrics.some((metric) => metric.name === name),
  );
  return missing === undefined
    ? undefined
    : { expected: `${missing}, which is described, of a pod with a network`, actual: 'no such metric' };
}

/** Not every container has limits or a disk, and files may not have been measured yet. */
const ofSome = /^container_(spec_memory|spec_cpu_quota|fs_|blkio_|hugetlb|network_|pressure|cpu_cfs|perf_)/;

/** A metric that another container of the same answer has; both run. */
function missingBeside(evidence: Evidence, of: MetricsOfObject): Wrong {
  const isSteady = ({ container, call }: MetricsOfObject): boolean =>
    container !== undefined && isSteadyAt(container, call);
  if (!isSteady(of)) return undefined;
  const own = new Set(of.metrics.map(({ name }) => name));
  const missing = metricsByObject(evidence)
    .filter((other) => other.call === of.call && isSteady(other))
    .flatMap(({ metrics }) => metrics.map(({ name = '' }) => name))
    .find((name) => !ofSome.test(name) && !own.has(name));
  return missing === undefined
    ? undefined
    : { expected: `${missing}, as of another container in the same answer`, actual: 'no such metric' };
}
