// SPDX-License-Identifier: Apache-2.0
import { filterMatches } from '#evidence/list-filter.js';
import { othersIn } from '#evidence/others-in.js';
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';

export const containerListFiltersAnd: Contract = {
  id: 'container.list.filters-and',
  level: 'must',
  since: '0.1.0',
  title: 'ListContainers shows only what matches its id, its sandbox and every pair of its label selector',
  reference: {
    source: 'CRI v1, ContainerFilter',
    says: 'all fields that are set must match, and all pairs of the selector',
  },
  consequence: 'The kubelet confuses the containers of different pods.',
  covers: ['LST-001', 'LST-002', 'F1'],
  check: (evidence) =>
    judgeEach(
      evidence
        .answered('ListContainers')
        .filter(
          ({ request: { filter } }) =>
            (filter?.id ?? '') !== '' ||
            (filter?.pod_sandbox_id ?? '') !== '' ||
            Object.keys(filter?.label_selector ?? {}).length > 0,
        ),
      'no list of containers was filtered',
      (list) => {
        const wrong = (list.outcome.response.containers ?? []).filter(
          ({ id = '', labels = {}, pod_sandbox_id: sandboxId = '' }) =>
            !filterMatches(list.request.filter, { id, labels, sandboxId }),
        );
        const others = othersIn(list).filter(({ why }) => why === 'not-asked-for');
        return holds([list], wrong.length + others.length === 0, {
          expected: `only containers that match ${JSON.stringify(list.request.filter)}`,
          actual: [
            ...wrong.map(
              ({ id, pod_sandbox_id: sandbox, labels }) =>
                `${id ?? ''} in ${sandbox ?? ''} ${JSON.stringify(labels ?? {})}`,
            ),
            ...others.map(({ id }) => `${id} (not ours)`),
          ].join(', '),
        });
      },
    ),
};
