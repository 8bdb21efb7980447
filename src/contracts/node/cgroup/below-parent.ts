// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '../../contract.js';
import { holds } from '../../judging/judging.js';
import { glimpsesOf, judgeOnNode } from '../../occasions/node-looks.js';

export const nodeCgroupBelowParent: Contract = {
  id: 'node.cgroup.below-parent',
  level: 'must',
  since: '0.1.0',
  title: 'The cgroups of a pod lie below the cgroup_parent of its sandbox',
  reference: {
    source: 'CRI v1, LinuxPodSandboxConfig.cgroup_parent',
    says: 'the parent of the sandbox; the kubelet sets the limits of the pod and its QoS class there',
  },
  consequence: 'The limits of the pod bind nobody, and eviction counts what others use.',
  covers: ['U4'],
  check: (evidence) =>
    judgeOnNode(evidence, {
      occasions: () =>
        evidence.sandboxes().flatMap(({ id, config, run }) => {
          const parent = config.linux?.cgroup_parent ?? '';
          const inside = evidence.containers().filter(({ sandboxId }) => sandboxId === id);
          if (parent === '') return [];
          return [run, ...inside.map(({ create }) => create)].flatMap((call) => {
            const { response } = call.outcome;
            const own = 'container_id' in response ? (response.container_id ?? '') : id;
            const path = glimpsesOf(evidence, own).find(({ object }) => object.cgroup)?.object.cgroup?.path;
            return path === undefined ? [] : [{ call, parent, path }];
          });
        }),
      none: 'no cgroup of a pod with a cgroup_parent was seen',
      judge: ({ call, parent, path }) =>
        holds([call], path.startsWith(`${parent.replace(/\/+$/, '')}/`), {
          expected: `a cgroup below ${parent}`,
          actual: path,
        }),
    }),
};
