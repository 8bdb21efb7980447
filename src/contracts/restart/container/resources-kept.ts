// SPDX-License-Identifier: Apache-2.0
import type { LinuxContainerResources } from '#cri/proto/generated/messages.js';
import type { Evidence } from '#evidence/evidence.js';
import { beganAfter } from '#evidence/history/order.js';
import type { Contract } from '../../contract.js';
import type { StatusView } from '../../occasions/occasions.js';
import { containersThrough, type SurvivingContainer } from '../../occasions/outages.js';
import { resourceFields } from '../../occasions/updates.js';
import { fieldsKept, grownFields, type StatusRead } from '../../judging/unchanged.js';

export const restartContainerResourcesKept: Contract = {
  id: 'restart.container.resources-kept',
  level: 'should',
  since: '0.1.0',
  title: 'The resources of a container, including updated ones, are the same after a restart of the runtime',
  reference: {
    source: 'CRI v1, ContainerStatus.resources; kubelet, in-place resize',
    says: 'the kubelet compares these resources with the allocated ones, and acts on the difference',
  },
  consequence: 'A completed resize looks undone, and is repeated or reported as pending.',
  covers: ['RS1', 'U3'],
  check: (evidence) =>
    fieldsKept(
      containersThrough(evidence)
        .filter(
          (survivor) =>
            survivor.before.status.resources?.linux !== undefined && !isUpdatedBetween(evidence, survivor),
        )
        .map(({ outage, before, after: [first, ...rest] }) => ({
          outage,
          before: resourcesIn(before),
          after: [resourcesIn(first), ...rest.map(resourcesIn)] as const,
        })),
      fields,
      {
        none: 'no status with resources was read before and after an outage of the daemon',
        mayChange: grownFields(fields),
      },
    ),
};

const fields = [
  ...resourceFields,
  ...(['memory_swap_limit_in_bytes', 'oom_score_adj', 'hugepage_limits', 'unified'] as const),
] as const;

function resourcesIn({ call, status }: StatusView): StatusRead<LinuxContainerResources> {
  return { call, status: status.resources?.linux ?? {} };
}

function isUpdatedBetween(evidence: Evidence, { life, before, after }: SurvivingContainer): boolean {
  const updates = evidence.on('UpdateContainerResources', life.id);
  const last = after.at(-1) ?? before;
  return updates.some((update) => !beganAfter(before.call, update) && !beganAfter(update, last.call));
}
