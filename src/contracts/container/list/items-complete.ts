// SPDX-License-Identifier: Apache-2.0
import { countOthers, othersIn } from '#evidence/others-in.js';
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';

export const containerListItemsComplete: Contract = {
  id: 'container.list.items-complete',
  level: 'must',
  since: '0.1.0',
  title: 'Every container in a list has an id, metadata and an image',
  reference: {
    source: 'kubelet, container manager start-up and garbage collection',
    says: 'the kubelet reads these fields of every item without a nil check',
  },
  consequence: 'The kubelet crashes when it starts or collects garbage.',
  covers: ['LST-007'],
  check: (evidence) =>
    judgeEach(
      evidence
        .answered('ListContainers')
        .filter((list) => (list.outcome.response.containers ?? []).length + countOthers(list) > 0),
      'no list showed a container',
      (list) => {
        const bare = (list.outcome.response.containers ?? []).filter(
          ({ id, metadata, image }) => id === undefined || metadata === undefined || image === undefined,
        );
        const others = othersIn(list).filter(({ why }) => why === 'incomplete');
        return holds([list], bare.length + others.length === 0, {
          expected: 'id, metadata and image in every item',
          actual: [
            ...(bare.length === 0 ? [] : [JSON.stringify(bare)]),
            ...others.map(({ id }) => `someone else's item lacks some of these, id ${JSON.stringify(id)}`),
          ].join(', '),
        });
      },
    ),
};
