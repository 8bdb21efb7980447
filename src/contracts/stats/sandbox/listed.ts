// SPDX-License-Identifier: Apache-2.0
import type { Evidence } from '#evidence/evidence.js';
import type { SandboxHistory } from '#evidence/history/sandbox-history.js';
import { filterMatches } from '#evidence/list-filter.js';
import { othersIn } from '#evidence/others-in.js';
import type { AnsweredCall } from '#evidence/call.js';
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';
import { isGoneBefore } from '../../occasions/occasions.js';
import { isSteadyAt } from '../../occasions/stats/stats-samples.js';

export const statsSandboxListed: Contract = {
  id: 'stats.sandbox.listed',
  level: 'must',
  since: '0.1.0',
  title: 'ListPodSandboxStats shows the pods that run and match its filter once each, and none that is gone',
  reference: {
    source: 'CRI v1, PodSandboxStatsFilter; kubelet, CRI stats provider',
    says: 'the kubelet asks for all pods at once, and takes what is missing for gone',
  },
  consequence: 'A pod that runs uses nothing: eviction and autoscaling pass it over.',
  covers: ['M5'],
  check: (evidence) =>
    judgeEach(
      evidence
        .answered('ListPodSandboxStats')
        .map((list) => ({ list, running: runningAt(evidence, list) }))
        .filter(({ list, running }) => running.length > 0 || mayBeEmpty(evidence, list)),
      'no statistics of pods were listed while one ran, or where none had to be shown',
      ({ list, running }) => {
        const { filter } = list.request;
        const shown = (list.outcome.response.stats ?? []).map(({ attributes }) => attributes?.id ?? '');
        const ids = [...shown, ...othersIn(list).map(({ id }) => id)];
        const isEverything = Object.values(filter ?? {}).length === 0;
        const foreign = ids.filter((id) => {
          const life = evidence.sandbox(id);
          if (life === undefined) return !isEverything;
          return !matches(life, filter) || isGoneBefore(life, list);
        });
        const missing = running.filter((life) => ids.filter((id) => id === life.id).length !== 1);
        return holds([list], foreign.length + missing.length === 0, {
          expected: `${running.map(({ id }) => id).join(', ') || 'none'} once each, and nothing that is gone or that the filter does not select`,
          actual: ids.join(', ') || 'no pod',
        });
      },
    ),
};

type List = AnsweredCall<'ListPodSandboxStats'>;

/** Sandboxes with a container that runs throughout the call. */
function runningAt(evidence: Evidence, list: List): readonly SandboxHistory[] {
  const steady = new Set(
    evidence
      .containers()
      .filter((life) => isSteadyAt(life, list))
      .map(({ sandboxId }) => sandboxId),
  );
  return evidence.sandboxes().filter((life) => steady.has(life.id) && matches(life, list.request.filter));
}

/** The pods that it selects are gone, or there never was any. */
const mayBeEmpty = (evidence: Evidence, list: List): boolean =>
  evidence.sandboxes().every((life) => !matches(life, list.request.filter) || isGoneBefore(life, list));

function matches(
  { id, config: { labels = {} } }: SandboxHistory,
  filter: Parameters<typeof filterMatches>[0],
): boolean {
  return filterMatches(filter, { id, labels });
}
