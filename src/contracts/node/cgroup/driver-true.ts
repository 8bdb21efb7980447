// SPDX-License-Identifier: Apache-2.0
import { isAnswered, isRefused, type RecordedCall } from '#evidence/call.js';
import type { Contract } from '../../contract.js';
import { holds, notOffered } from '../../judging/judging.js';
import { glimpsesOf, judgeOnNode } from '../../occasions/node-looks.js';
import { unsupported } from '../../verdict.js';

export const nodeCgroupDriverTrue: Contract = {
  id: 'node.cgroup.driver-true',
  level: 'must',
  since: '0.1.0',
  title: 'RuntimeConfig names the cgroup driver by which containers are placed',
  reference: {
    source: 'CRI v1, LinuxRuntimeConfiguration.cgroup_driver; KEP-4033',
    says: 'the kubelet makes the cgroups of pods by the driver that the runtime names',
  },
  consequence: 'Two managers write to one cgroup tree: limits of pods vanish, and the node gets unstable.',
  covers: ['R3', 'RTC-002'],
  check: (evidence) =>
    judgeOnNode(evidence, {
      occasions: () => {
        const containers = evidence.containers().flatMap(({ id }) => {
          const cgroup = glimpsesOf(evidence, id).find(({ object }) => object.cgroup)?.object.cgroup;
          return cgroup === undefined ? [] : [{ id, cgroup }];
        });
        return evidence
          .of('RuntimeConfig')
          .filter((call) => isAnswered(call) || isUnimplemented(call))
          .flatMap((call) => containers.map((container) => ({ call, ...container })));
      },
      none: 'RuntimeConfig was not answered where the cgroup of a container was seen',
      judge: ({ call, id, cgroup: { driver, path } }) => {
        if (!isAnswered(call)) return notOffered(call);
        const { linux } = call.outcome.response;
        if (linux === undefined) return unsupported([call.seq], 'RuntimeConfig names no cgroup driver');
        const named = linux.cgroup_driver ?? 'SYSTEMD';
        const actual = driver === 'systemd' ? 'SYSTEMD' : 'CGROUPFS';
        return holds([call], named === actual, {
          expected: `${actual}: the cgroup of container ${id} is ${path}`,
          actual: named,
        });
      },
    }),
};

function isUnimplemented(call: RecordedCall): boolean {
  return isRefused(call) && call.outcome.code === 'UNIMPLEMENTED';
}
