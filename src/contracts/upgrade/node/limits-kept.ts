// SPDX-License-Identifier: Apache-2.0
import type { NodeCgroup } from '#evidence/node-observation.js';
import { canonical } from '../../judging/unchanged.js';
import type { Contract } from '../../contract.js';
import { keptOnNode } from '../../occasions/changes/kept-on-node.js';

export const upgradeNodeLimitsKept: Contract = {
  id: 'upgrade.node.limits-kept',
  level: 'must',
  since: '0.1.0',
  title: 'The limits in the cgroup of a container are the same under the other version',
  reference: {
    source: 'CRI v1, LinuxContainerResources',
    says: 'resources are set at the creation, and changed by an update only',
  },
  consequence:
    'After the upgrade a container may use the memory and the processors of its neighbours, or is killed for memory that it was given.',
  covers: ['RS1', 'U3'],
  check: (evidence) =>
    keptOnNode(evidence, {
      what: 'limits',
      textOf: ({ kind, cgroup }) =>
        kind === 'sandbox' || cgroup === undefined ? undefined : canonical(limitsOf(cgroup)),
    }),
};

function limitsOf(cgroup: NodeCgroup): Partial<NodeCgroup> {
  const { memoryLimit, cpuQuota, cpuPeriod, cpuShares, cpuWeight, pidsLimit, cpusetCpus } = cgroup;
  return Object.fromEntries(
    Object.entries({ memoryLimit, cpuQuota, cpuPeriod, cpuShares, cpuWeight, pidsLimit, cpusetCpus }).filter(
      ([, value]) => value !== undefined,
    ),
  );
}
