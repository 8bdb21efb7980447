// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '../../contract.js';
import { holds } from '../../judging/judging.js';
import { differences, limitsAt, textOfDifferences } from '../../occasions/node-limits.js';
import { glimpsesAlive, judgeOnNode } from '../../occasions/node-looks.js';

export const nodeCgroupLimitsApplied: Contract = {
  id: 'node.cgroup.limits-applied',
  level: 'must',
  since: '0.1.0',
  title: 'The cgroup of a running container has the limits that were last requested',
  reference: {
    source: 'CRI v1, LinuxContainerResources and RPC UpdateContainerResources',
    says: 'an update is in effect when it is answered, or not at all; fields that are not specified stay',
  },
  consequence: 'A container takes what others were promised, or is killed for what it was given.',
  covers: ['U1', 'UPD-001'],
  check: (evidence) =>
    judgeOnNode(evidence, {
      occasions: () =>
        evidence.containers().flatMap((life) =>
          glimpsesAlive(evidence, life).flatMap(({ atMs, object: { cgroup } }) => {
            const { limits, calls } = limitsAt(evidence, life, atMs);
            const isAny = Object.keys(limits).length > 0;
            return cgroup === undefined || !isAny ? [] : [{ life, cgroup, limits, calls }];
          }),
        ),
      none: 'no running container with limits was looked at',
      judge: ({ life, cgroup, limits, calls }) => {
        const wrong = differences(limits, cgroup);
        return holds(calls, wrong.length === 0, {
          expected: `the cgroup of container ${life.id} has ${textOfDifferences(wrong, 'asked')}`,
          actual: textOfDifferences(wrong, 'actual'),
        });
      },
    }),
};
