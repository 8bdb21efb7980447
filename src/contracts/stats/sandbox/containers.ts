// SPDX-License-Identifier: Apache-2.0
import { othersIn } from '#evidence/others-in.js';
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';
import { isSteadyAt, sandboxSamples, withoutSandboxStats } from '../../occasions/stats/stats-samples.js';

export const statsSandboxContainers: Contract = {
  id: 'stats.sandbox.containers',
  level: 'must',
  since: '0.1.0',
  title: 'The statistics of a sandbox have its running containers once each, and no others',
  reference: {
    source: 'CRI v1, LinuxPodSandboxStats.containers; kubelet, CRI stats provider',
    says: 'the kubelet takes the statistics of containers from those of their pod',
  },
  consequence: 'Containers have no usage: autoscaling and eviction do not see them.',
  covers: ['M5'],
  check: (evidence) =>
    withoutSandboxStats(evidence) ??
    judgeEach(
      sandboxSamples(evidence).flatMap((sample) => {
        const running = evidence
          .containers()
          .filter((life) => life.sandboxId === sample.life.id && isSteadyAt(life, sample.call));
        return running.length === 0 ? [] : [{ ...sample, running }];
      }),
      'no statistics of a sandbox with running containers were read',
      ({ call, life, stats, running }) => {
        const shown = (stats.linux?.containers ?? []).map(({ attributes }) => attributes?.id ?? '');
        const foreign = call.rpc === 'PodSandboxStats' ? othersIn(call).map(({ id }) => id) : [];
        const ids = [...shown, ...foreign];
        const isRight =
          running.every(({ id }) => ids.filter((each) => each === id).length === 1) &&
          ids.every((id) => evidence.container(id)?.sandboxId === life.id);
        return holds([call], isRight, {
          expected: `${running.map(({ id }) => id).join(', ')} once each, and nothing of another sandbox`,
          actual: ids.join(', ') || 'no container',
        });
      },
    ),
};
