// SPDX-License-Identifier: Apache-2.0
import type { AnsweredCall } from '#evidence/call.js';
import { type ContainerHistory, containerState } from '#evidence/history/container-history.js';
import { filterMatches } from '#evidence/list-filter.js';
import { beganAfter } from '#evidence/history/order.js';
import { othersIn } from '#evidence/others-in.js';
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';

export const containerListStateFilter: Contract = {
  id: 'container.list.state-filter',
  level: 'must',
  since: '0.1.0',
  title: 'A state in the filter of ListContainers selects by it, also when it is the zero value CREATED',
  reference: {
    source: 'CRI v1, ContainerFilter.state',
    says: 'the state is wrapped in a message: its presence makes it a filter',
  },
  consequence: 'A cleanup of created or exited containers hits running ones.',
  covers: ['LST-004', 'F1'],
  check: (evidence) =>
    judgeEach(
      evidence.answered('ListContainers').filter(({ request: { filter } }) => filter?.state !== undefined),
      'no list of containers was filtered by state',
      (list) => {
        const wanted = containerState(list.request.filter?.state?.state);
        const shown = list.outcome.response.containers ?? [];
        const wrong = shown.filter(({ state }) => containerState(state) !== wanted);
        const unseen = evidence
          .containers()
          .filter(
            (life) =>
              isKnownAs(life, wanted, list) &&
              ![...shown, ...othersIn(list)].some(({ id }) => id === life.id),
          );
        const actual = [
          ...wrong.map(({ id, state }) => `${id ?? ''} is ${containerState(state)}`),
          ...othersIn(list)
            .filter(({ state }) => state !== wanted)
            .map(({ id, state }) => `${id} (not ours) is ${state}`),
          ...unseen.map(({ id }) => `${id} is missing`),
        ];
        return holds([list], actual.length === 0, {
          expected: `every container that is ${wanted}, and no other`,
          actual: actual.join(', '),
        });
      },
    ),
};

/** In this state before and after the list, so also during it. */
function isKnownAs(life: ContainerHistory, wanted: string, list: AnsweredCall<'ListContainers'>): boolean {
  const { id, sandboxId, config } = life;
  if (!filterMatches(list.request.filter, { id, sandboxId, labels: config.labels ?? {} })) return false;
  const before = life.views.some(({ call, state }) => state === wanted && beganAfter(list, call));
  return before && life.views.some(({ call, state }) => state === wanted && beganAfter(call, list));
}
