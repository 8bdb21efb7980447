// SPDX-License-Identifier: Apache-2.0
import { countOthers, othersIn } from '#evidence/others-in.js';
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';

export const sandboxListItemsComplete: Contract = {
  id: 'sandbox.list.items-complete',
  level: 'must',
  since: '0.1.0',
  title: 'Every sandbox in a list has an id and metadata',
  reference: {
    source: 'kubelet, sandbox garbage collection',
    says: 'the kubelet reads the metadata of every item without a nil check',
  },
  consequence: 'The kubelet crashes in its garbage collection.',
  covers: ['LST-007'],
  check: (evidence) =>
    judgeEach(
      evidence
        .answered('ListPodSandbox')
        .filter((list) => (list.outcome.response.items ?? []).length + countOthers(list) > 0),
      'no list showed a sandbox',
      (list) => {
        const bare = (list.outcome.response.items ?? []).filter(
          ({ id, metadata }) => id === undefined || metadata === undefined,
        );
        const others = othersIn(list).filter(({ why }) => why === 'incomplete');
        return holds([list], bare.length + others.length === 0, {
          expected: 'id and metadata in every item',
          actual: [
            ...(bare.length === 0 ? [] : [JSON.stringify(bare)]),
            ...others.map(({ id }) => `someone else's item lacks some of these, id ${JSON.stringify(id)}`),
          ].join(', '),
        });
      },
    ),
};
