// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';

export const statsContainerAttributes: Contract = {
  id: 'stats.container.attributes',
  level: 'must',
  since: '0.1.0',
  title: 'The statistics of a container identify the container',
  reference: {
    source: 'CRI v1, ContainerStats.attributes; kubelet, CRI stats provider',
    says: 'the kubelet reads id and metadata of every entry without a nil check',
  },
  consequence: 'The kubelet crashes, or attributes the usage to another container.',
  covers: ['STS-001', 'M1'],
  check: (evidence) =>
    judgeEach(
      evidence.answered('ContainerStats').flatMap((call) => {
        const life = evidence.container(call.request.container_id ?? '');
        return life === undefined ? [] : [{ call, life }];
      }),
      'no statistics of a container were read',
      ({ call, life }) => {
        const { id = '', metadata } = call.outcome.response.stats?.attributes ?? {};
        return holds([call], id === life.id && metadata?.name === life.name, {
          expected: `${life.id} ${life.name}`,
          actual: `${id} ${metadata?.name ?? ''}`,
        });
      },
    ),
};
