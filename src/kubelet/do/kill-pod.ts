// SPDX-License-Identifier: Apache-2.0
import { allContainers } from '../config/qos.js';
import { stateOf } from '../decide/pod-status.js';
import type { Problem } from '../pod-life.js';
import { killContainer } from './kill-container.js';
import { okOrGone } from './runtime.js';
import type { PodSync } from './sync-context.js';
import { terminationOrder } from './termination-order.js';

/** Stops the running containers all at once, then every sandbox one by one, whatever came of the containers. */
export async function killPod(sync: PodSync, graceOverride?: number): Promise<readonly Problem[]> {
  const { hands, pod, status } = sync;
  const running = status.containers.filter((container) => stateOf(container) === 'running');
  const names = running.map(({ metadata }) => metadata?.name ?? '');
  const order = terminationOrder(pod, names, hands);
  const kills = running.map(async ({ id = '', metadata }) => {
    const container = allContainers(pod).find(({ name }) => name === metadata?.name);
    if (!container) {
      return { reason: 'KillContainerError', message: `the pod has no container ${metadata?.name ?? ''}` };
    }
    return killContainer(sync, { id, container, reason: 'Unknown', graceOverride, order });
  });
  const problems = (await Promise.all(kills)).filter((each) => each !== undefined);
  return [...problems, ...(await stopSandboxes(sync))];
}

async function stopSandboxes({ hands, status }: PodSync): Promise<readonly Problem[]> {
  const problems: Problem[] = [];
  for (const { id = '' } of status.sandboxes) {
    const answer = await hands.call('StopPodSandbox', { pod_sandbox_id: id });
    if (!answer.ok && !okOrGone(answer))
      problems.push({ reason: 'KillPodSandboxError', message: answer.message });
  }
  return problems;
}
