// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '../../contract.js';
import { holds, judgeEach, lost } from '../../judging/judging.js';
import { sandboxSamples, withoutSandboxStats } from '../../occasions/stats/stats-samples.js';

export const statsSandboxAttributes: Contract = {
  id: 'stats.sandbox.attributes',
  level: 'must',
  since: '0.1.0',
  title: 'The statistics of a sandbox identify the pod',
  reference: {
    source: 'CRI v1, PodSandboxStats.attributes; kubelet, CRI stats provider',
    says: 'the kubelet finds the pod by metadata and labels of the entry',
  },
  consequence: 'The usage of a pod is lost, or attributed to another pod.',
  covers: ['A1'],
  check: (evidence) =>
    withoutSandboxStats(evidence) ??
    judgeEach(sandboxSamples(evidence), 'no statistics of a sandbox were read', ({ call, life, stats }) => {
      const { id = '', metadata = {}, labels, annotations } = stats.attributes ?? {};
      const asked = life.config.metadata ?? {};
      const missing = lost(life.config.labels, labels) ?? lost(life.config.annotations, annotations);
      const told = [id, metadata.namespace, metadata.name, metadata.uid, metadata.attempt ?? 0].join(' ');
      const expected = [life.id, asked.namespace, asked.name, asked.uid, asked.attempt ?? 0].join(' ');
      return holds([life.run, call], told === expected && missing === undefined, {
        expected: `${expected}, with labels and annotations as requested`,
        actual: missing === undefined ? told : `${told}, ${missing}`,
      });
    }),
};
