// SPDX-License-Identifier: Apache-2.0
import { type AnsweredCall, isAnswered } from '#evidence/call.js';
import { filterMatches } from '#evidence/list-filter.js';
import { beganAfter, isUndisturbed } from '#evidence/history/order.js';
import { othersIn } from '#evidence/others-in.js';
import { type SandboxHistory, stateName } from '#evidence/history/sandbox-history.js';
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';

export const sandboxListStateFilter: Contract = {
  id: 'sandbox.list.state-filter',
  level: 'must',
  since: '0.1.0',
  title: 'A state in the filter of ListPodSandbox selects by it, also when it is the zero value READY',
  reference: {
    source: 'CRI v1, PodSandboxFilter.state',
    says: 'the state is wrapped in a message: its presence makes it a filter',
  },
  consequence: 'Housekeeping kills stopped sandboxes again and again, or never sees running ones.',
  covers: ['LST-004', 'F1'],
  check: (evidence) =>
    judgeEach(
      evidence.answered('ListPodSandbox').filter(({ request: { filter } }) => filter?.state !== undefined),
      'no list of sandboxes was filtered by state',
      (list) => {
        const wanted = stateName(list.request.filter?.state?.state);
        const wrong = (list.outcome.response.items ?? []).filter(({ state }) => stateName(state) !== wanted);
        const unseen = evidence
          .sandboxes()
          .filter((life) => isKnownAs(life, wanted, list) && !shows(list, life));
        const actual = [
          ...wrong.map(({ id, state }) => `${id ?? ''} is ${stateName(state)}`),
          ...othersIn(list)
            .filter(({ state }) => state !== wanted)
            .map(({ id, state }) => `${id} (not ours) is ${state}`),
          ...unseen.map(({ id }) => `${id} is missing`),
        ];
        return holds([list], actual.length === 0, {
          expected: `every sandbox that is ${wanted}, and no other`,
          actual: actual.join(', '),
        });
      },
    ),
};

function shows(list: AnsweredCall<'ListPodSandbox'>, life: SandboxHistory): boolean {
  const shown = [...(list.outcome.response.items ?? []), ...othersIn(list)];
  return shown.some(({ id }) => id === life.id);
}

/** The last change before the list left it in this state, and the filter selects this state. */
function isKnownAs(life: SandboxHistory, wanted: string, list: AnsweredCall<'ListPodSandbox'>): boolean {
  const { filter } = list.request;
  if (!filterMatches(filter, { id: life.id, labels: life.config.labels ?? {} })) return false;
  if (wanted === 'SANDBOX_READY')
    return (
      isUndisturbed(list, life.run, life.changes) &&
      life.views.some(({ call, state }) => beganAfter(call, list) && state === wanted)
    );
  return life.stops.some((stop) => isAnswered(stop) && isUndisturbed(list, stop, life.changes));
}
