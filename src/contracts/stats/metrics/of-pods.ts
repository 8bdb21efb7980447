// SPDX-License-Identifier: Apache-2.0
import type { AnsweredCall } from '#evidence/call.js';
import type { Evidence } from '#evidence/evidence.js';
import type { ContainerHistory } from '#evidence/history/container-history.js';
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';
import { withoutMetrics } from '../../occasions/stats/pod-metrics.js';
import { isGoneBefore } from '../../occasions/occasions.js';
import { isSteadyAt } from '../../occasions/stats/stats-samples.js';

export const statsMetricsOfPods: Contract = {
  id: 'stats.metrics.of-pods',
  level: 'must',
  since: '0.1.0',
  title:
    'ListPodSandboxMetrics shows what runs once each, containers with their pod, and nothing that is gone',
  reference: {
    source: 'CRI v1, PodSandboxMetrics and ContainerMetrics; kubelet, CRI metrics collector',
    says: 'one answer has the metrics of all pods, and each container is in its pod',
  },
  consequence: 'A pod that runs is missing from dashboards and alerts, or is shown as another.',
  covers: ['M8'],
  check: (evidence) =>
    withoutMetrics(evidence) ??
    judgeEach(
      evidence
        .answered('ListPodSandboxMetrics')
        .map((call) => ({ call, running: runningAt(evidence, call), gone: goneAt(evidence, call) }))
        .filter(({ running, gone }) => running.length > 0 || gone.size > 0),
      'no metrics were read while a container ran, or when one was gone',
      ({ call, running, gone }) => {
        const shown = (call.outcome.response.pod_metrics ?? []).flatMap(
          ({ pod_sandbox_id: pod = '', container_metrics: inside = [] }) => [
            pod,
            ...inside.map(({ container_id: id = '' }) => `${pod}/${id}`),
          ],
        );
        const expected = [
          ...new Set(running.flatMap(({ sandboxId, id }) => [sandboxId, `${sandboxId}/${id}`])),
        ];
        const isRight =
          expected.every((each) => shown.filter((one) => one === each).length === 1) &&
          shown.every((each) => !each.split('/').some((id) => gone.has(id)));
        return holds([call], isRight, {
          expected: `${expected.join(', ') || 'none'} once each, and nothing that is gone`,
          actual: shown.join(', ') || 'no pod',
        });
      },
    ),
};

type Call = AnsweredCall<'ListPodSandboxMetrics'>;

/** Ids of pods and containers that had been removed when metrics were asked for. */
function goneAt(evidence: Evidence, call: Call): ReadonlySet<string> {
  const lives = [...evidence.sandboxes(), ...evidence.containers()];
  return new Set(lives.filter((life) => isGoneBefore(life, call)).map(({ id }) => id));
}

function runningAt(evidence: Evidence, call: Call): readonly ContainerHistory[] {
  return evidence.containers().filter((life) => isSteadyAt(life, call));
}
