// SPDX-License-Identifier: Apache-2.0
import type { RecordedCall } from '#evidence/call.js';
import type { Evidence } from '#evidence/evidence.js';
import { beganAfter } from '#evidence/history/order.js';
import { parseInt64 } from '#evidence/timestamps.js';
import type { Contract } from '../../contract.js';
import { judgeEach, mustSucceed } from '../../judging/judging.js';
import { isBeforeOutages } from '../../occasions/good-requests.js';
import { isRunningAt } from '../../occasions/occasions.js';

export const resourcesUpdateSucceeds: Contract = {
  id: 'resources.update.succeeds',
  level: 'must',
  since: '0.1.0',
  title: 'The resources of a running container, and of its pod, can be raised',
  reference: {
    source: 'CRI v1, UpdateContainerResources and UpdatePodSandboxResources; kubelet, doPodResizeAction',
    says: 'an error ends the resize of the pod; only UNIMPLEMENTED for the pod is ignored',
  },
  consequence: 'A pod is never resized, and its status says InProgress for ever.',
  covers: ['U1'],
  check: (evidence) =>
    judgeEach(
      [...raisesOfContainers(evidence), ...raisesOfPods(evidence)],
      'no resources of a running container or pod were raised before an outage',
      (update) => mustSucceed(update, `${update.rpc} with more resources`),
    ),
};

/** Less memory may be refused: the program may be using it. */
function raisesOfContainers(evidence: Evidence): readonly RecordedCall[] {
  return evidence.containers().flatMap((life) => {
    const updates = evidence.on('UpdateContainerResources', life.id);
    return updates.filter((update, at) => {
      const asked = parseInt64(update.request.linux?.memory_limit_in_bytes);
      const earlier = [
        life.config.linux?.resources,
        ...updates.slice(0, at).map(({ request }) => request.linux),
      ];
      const most = earlier.map((resources) => parseInt64(resources?.memory_limit_in_bytes));
      const isLess = asked > 0n && most.some((limit) => limit === 0n || asked < limit);
      return !isLess && isRunningAt(life, update) && isBeforeOutages(evidence, update);
    });
  });
}

/** The first one for a pod whose sandbox nobody stops. */
function raisesOfPods(evidence: Evidence): readonly RecordedCall[] {
  return evidence.sandboxes().flatMap((sandbox) => {
    const [first] = evidence.on('UpdatePodSandboxResources', sandbox.id);
    if (first === undefined || !isBeforeOutages(evidence, first)) return [];
    return sandbox.changes.every((change) => beganAfter(change, first)) ? [first] : [];
  });
}
