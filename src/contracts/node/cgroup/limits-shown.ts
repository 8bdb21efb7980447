// SPDX-License-Identifier: Apache-2.0
import { isAnswered } from '#evidence/call.js';
import type { ContainerHistory } from '#evidence/history/container-history.js';
import { statusViews } from '#evidence/history/container-history.js';
import type { Evidence } from '#evidence/evidence.js';
import { overlaps } from '#evidence/history/order.js';
import type { Contract } from '../../contract.js';
import { holds } from '../../judging/judging.js';
import { differences, textOfDifferences, type Limits } from '../../occasions/node-limits.js';
import { glimpsesAlive, judgeOnNode, type Glimpse } from '../../occasions/node-looks.js';
import type { StatusView } from '../../occasions/occasions.js';

export const nodeCgroupLimitsShown: Contract = {
  id: 'node.cgroup.limits-shown',
  level: 'must',
  since: '0.1.0',
  title: 'The resources in the status of a running container are those of its cgroup',
  reference: {
    source: 'CRI v1, ContainerStatus.resources; kubelet, in-place resize',
    says: 'the kubelet takes the resources in the status for those in effect',
  },
  consequence: 'A resize looks finished that is not, or never ends.',
  covers: ['U1'],
  check: (evidence) =>
    judgeOnNode(evidence, {
      occasions: () =>
        evidence.containers().flatMap((life) =>
          statusViews(life)
            .filter(({ state }) => state === 'CONTAINER_RUNNING')
            .flatMap((view) => {
              const glimpse = nearest(evidence, life, view);
              return glimpse === undefined ? [] : [{ view, glimpse }];
            }),
        ),
      none: 'no status with resources was read of a container whose cgroup was seen',
      judge: ({ view: { call, status }, glimpse }) => {
        const { linux = {} } = status.resources ?? {};
        const shown = Object.fromEntries(
          Object.entries(linux).filter(([, value]) => typeof value === 'string' && !isNothing(value)),
        ) as Limits;
        const { cgroup } = glimpse.object;
        const wrong = cgroup === undefined ? [] : differences(shown, cgroup);
        return holds([call], wrong.length === 0, {
          expected: `as in the cgroup: ${textOfDifferences(wrong, 'actual')}`,
          actual: `in the status: ${textOfDifferences(wrong, 'asked')}`,
        });
      },
    }),
};

const isNothing = (value: string): boolean => value === '' || value === '0';

/** The last look before the status, without an update between the two or in flight. */
function nearest(evidence: Evidence, life: ContainerHistory, view: StatusView): Glimpse | undefined {
  if (view.status.resources?.linux === undefined) return undefined;
  const updates = evidence.on('UpdateContainerResources', life.id);
  if (updates.some((update) => overlaps(update, view.call))) return undefined;
  const glimpse = glimpsesAlive(evidence, life).findLast(({ atMs }) => atMs <= view.call.beganMs);
  if (glimpse === undefined) return undefined;
  const isStale = updates.some(
    (update) => (update.endedMs ?? Infinity) > glimpse.atMs && update.beganMs < view.call.beganMs,
  );
  return isStale || updates.some((update) => !isAnswered(update) && update.outcome.kind !== 'refused')
    ? undefined
    : glimpse;
}
