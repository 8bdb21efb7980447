// SPDX-License-Identifier: Apache-2.0
import type { ContainerHistory } from '#evidence/history/container-history.js';
import { filterMatches } from '#evidence/list-filter.js';
import { othersIn } from '#evidence/others-in.js';
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';
import { isGoneBefore } from '../../occasions/occasions.js';
import { isSteadyAt } from '../../occasions/stats/stats-samples.js';

export const statsListOfSandbox: Contract = {
  id: 'stats.list.of-sandbox',
  level: 'must',
  since: '0.1.0',
  title: 'ListContainerStats shows the running containers that match its filter once each, and no others',
  reference: {
    source: 'CRI v1, ContainerStatsFilter; kubelet, in-place resize',
    says: 'the filter selects by id, sandbox and labels, and every running container that it selects is in the answer',
  },
  consequence: "A resize that shrinks memory is refused, or checked against another pod's usage.",
  covers: ['STS-005', 'M4'],
  check: (evidence) =>
    judgeEach(
      evidence
        .answered('ListContainerStats')
        .filter(({ request: { filter } }) => isFiltered(filter) || evidence.containers().length > 0),
      'no statistics of a sandbox were read',
      (list) => {
        const { filter } = list.request;
        const shown = (list.outcome.response.stats ?? []).map(({ attributes }) => attributes?.id ?? '');
        const ids = [...shown, ...othersIn(list).map(({ id }) => id)];
        const isEverything = !isFiltered(filter);
        const foreign = ids.filter((id) => {
          const life = evidence.container(id);
          if (life === undefined) return !isEverything;
          return !matches(life, filter) || isGoneBefore(life, list);
        });
        const running = evidence
          .containers()
          .filter((life) => matches(life, filter) && isSteadyAt(life, list));
        const wrong = running
          .filter(({ id }) => ids.filter((listed) => listed === id).length !== 1)
          .map(({ id }) => id);
        return holds([list], foreign.length + wrong.length === 0, {
          expected: `${running.map(({ id }) => id).join(', ') || 'none'} once each, and nothing that is gone or that the filter does not select`,
          actual: ids.join(', '),
        });
      },
    ),
};

const isFiltered = (filter: Parameters<typeof filterMatches>[0]): boolean =>
  Object.values(filter ?? {}).length > 0;

function matches(
  { id, sandboxId, config: { labels = {} } }: ContainerHistory,
  filter: Parameters<typeof filterMatches>[0],
): boolean {
  return filterMatches(filter, { id, sandboxId, labels });
}
