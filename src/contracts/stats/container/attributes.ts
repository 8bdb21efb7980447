// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '../../contract.js';
import { holds, judgeEach, lost } from '../../judging/judging.js';
import { containerSamples } from '../../occasions/stats/stats-samples.js';

export const statsContainerAttributes: Contract = {
  id: 'stats.container.attributes',
  level: 'must',
  since: '0.1.0',
  title: 'The statistics of a container identify the container, whichever method gives them',
  reference: {
    source: 'CRI v1, ContainerStats.attributes; kubelet, CRI stats provider',
    says: 'the kubelet reads id and metadata of every entry without a nil check, and finds the pod by the labels',
  },
  consequence: 'The kubelet crashes, or attributes the usage to another container.',
  covers: ['M1'],
  check: (evidence) =>
    judgeEach(
      containerSamples(evidence),
      'no statistics of a container were read',
      ({ call, life, stats }) => {
        const { id, metadata, labels, annotations } = stats.attributes ?? {};
        const missing = lost(life.config.labels, labels) ?? lost(life.config.annotations, annotations);
        const told = [id ?? 'no id', metadata?.name ?? 'no name', metadata?.attempt ?? 0].join(' ');
        const expected = [life.id, life.name, life.attempt].join(' ');
        return holds([life.create, call], told === expected && missing === undefined, {
          expected: `${expected}, with labels and annotations as requested`,
          actual: missing === undefined ? told : `${told}, ${missing}`,
        });
      },
    ),
};
