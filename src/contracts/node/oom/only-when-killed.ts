// SPDX-License-Identifier: Apache-2.0
import type { Evidence } from '#evidence/evidence.js';
import type { Contract } from '../../contract.js';
import { holds } from '../../judging/judging.js';
import { judgeOnNode } from '../../occasions/node-looks.js';
import { exitedStatuses, type StatusView } from '../../occasions/occasions.js';

export const nodeOomOnlyWhenKilled: Contract = {
  id: 'node.oom.only-when-killed',
  level: 'must',
  since: '0.1.0',
  title: 'A container is OOMKilled only if the kernel has killed a process for want of memory meanwhile',
  reference: {
    source: 'kubelet, the reason OOMKilled in the status of a container',
    says: 'the runtime gives it when the OOM killer ended the container',
  },
  consequence: 'People raise memory limits in search of a fault that is somewhere else.',
  covers: ['E3'],
  check: (evidence) =>
    judgeOnNode(evidence, {
      occasions: () =>
        evidence
          .containers()
          .flatMap((life) =>
            exitedStatuses(life)
              .filter(({ status }) => status.reason === 'OOMKilled')
              .map((view) => ({ view, kills: killsUntil(evidence, life.create.endedMs, view) })),
          )
          .filter(({ kills }) => kills !== undefined),
      none: 'no container was OOMKilled while the kernel was watched',
      judge: ({ view: { call }, kills }) =>
        holds([call], (kills ?? 0) > 0, {
          expected: 'a process that the OOM killer ended since the container was created',
          actual: 'OOMKilled, and the kernel has killed none',
        }),
    }),
};

/** How many processes it killed between the creation and the status, wherever; undefined: not counted. */
function killsUntil(evidence: Evidence, createdMs: number, { call }: StatusView): number | undefined {
  const counts = evidence
    .nodeLooks()
    .flatMap(({ atMs, facts: { oomKills } }) => (oomKills === undefined ? [] : [{ atMs, oomKills }]));
  const before = counts.findLast(({ atMs }) => atMs <= createdMs);
  const after = counts.find(({ atMs }) => atMs >= call.endedMs);
  return before === undefined || after === undefined ? undefined : after.oomKills - before.oomKills;
}
