// SPDX-License-Identifier: Apache-2.0
import { filterMatches } from '#evidence/list-filter.js';
import { othersIn } from '#evidence/others-in.js';
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';

export const sandboxListFiltersAnd: Contract = {
  id: 'sandbox.list.filters-and',
  level: 'must',
  since: '0.1.0',
  title: 'ListPodSandbox shows only what matches its id and every pair of its label selector',
  reference: {
    source: 'CRI v1, PodSandboxFilter',
    says: 'all fields that are set must match, and all pairs of the selector',
  },
  consequence: 'The kubelet confuses the sandboxes of different pods.',
  covers: ['LST-001', 'LST-002', 'F1'],
  check: (evidence) =>
    judgeEach(
      evidence
        .answered('ListPodSandbox')
        .filter(
          ({ request: { filter } }) =>
            (filter?.id ?? '') !== '' || Object.keys(filter?.label_selector ?? {}).length > 0,
        ),
      'no list of sandboxes was filtered',
      (list) => {
        const wrong = (list.outcome.response.items ?? []).filter(
          ({ id = '', labels = {} }) => !filterMatches(list.request.filter, { id, labels }),
        );
        const others = othersIn(list).filter(({ why }) => why === 'not-asked-for');
        return holds([list], wrong.length + others.length === 0, {
          expected: `only sandboxes that match ${JSON.stringify(list.request.filter)}`,
          actual: [
            ...wrong.map(({ id, labels }) => `${id ?? ''} ${JSON.stringify(labels ?? {})}`),
            ...others.map(({ id }) => `${id} (not ours)`),
          ].join(', '),
        });
      },
    ),
};
