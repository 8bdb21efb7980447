// SPDX-License-Identifier: Apache-2.0
import { isRefused } from '#evidence/call.js';
import type { Evidence } from '#evidence/evidence.js';
import { beganAfter } from '#evidence/history/order.js';
import type { Contract } from '../../contract.js';
import { judgeEach, mustSucceed } from '../../judging/judging.js';
import { isBeforeOutages } from '../../occasions/good-requests.js';
import { unsupported } from '../../verdict.js';

export const statsSandboxSucceeds: Contract = {
  id: 'stats.sandbox.succeeds',
  level: 'must',
  since: '0.1.0',
  title: 'The statistics of sandboxes can be read, also while their containers exit',
  reference: {
    source: 'CRI v1, RPCs PodSandboxStats and ListPodSandboxStats; kubelet, CRI stats provider',
    says: 'the kubelet reads the statistics of all pods in one call, at any time',
  },
  consequence: 'One container that exits leaves the whole node without statistics.',
  covers: ['M3'],
  check: (evidence) =>
    judgeEach(reads(evidence), 'no statistics of a ready sandbox were read', ({ call, hasCgroup }) =>
      // A kubelet always names a cgroup for its pods, unless it is told to manage none.
      isRefused(call) && !hasCgroup
        ? unsupported([call.seq], 'this kubelet manages no cgroups: the pod has no cgroup_parent')
        : mustSucceed(call, call.rpc),
    ),
};

/** Only sandboxes that nobody had begun to stop. */
function reads(evidence: Evidence) {
  const pods = evidence.sandboxes();
  const one = pods.flatMap((life) =>
    evidence
      .on('PodSandboxStats', life.id)
      .filter((call) => life.changes.every((change) => beganAfter(change, call)))
      .map((call) => ({ call, hasCgroup: hasCgroup([life]) })),
  );
  const listed = evidence.of('ListPodSandboxStats').map((call) => ({ call, hasCgroup: hasCgroup(pods) }));
  return [...one, ...listed].filter(({ call }) => isBeforeOutages(evidence, call));
}

function hasCgroup(pods: ReturnType<Evidence['sandboxes']>): boolean {
  return pods.every(({ config }) => (config.linux?.cgroup_parent ?? '') !== '');
}
