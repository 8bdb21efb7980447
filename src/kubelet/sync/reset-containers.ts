// SPDX-License-Identifier: Apache-2.0
import type { ContainerToReset } from '../decide/sync/pod-actions.js';
import type { Problem } from '../decide/report/pod-controller.js';
import { killContainer } from './kill/kill-container.js';
import type { PodSync } from '../context/kubelet-context.js';

/**
 * kuberuntime_manager.go, SyncPod (ContainersToReset): removes containers but keeps their logs. Stops at the
 * first error.
 */
export async function resetContainers(
  sync: PodSync,
  containers: readonly ContainerToReset[],
): Promise<Problem | undefined> {
  for (const { id, container, kill } of containers) {
    const problem = kill ? await end(sync, { id, container }) : undefined;
    if (problem) return problem;
    const answer = await sync.ctx.call('RemoveContainer', { container_id: id });
    if (!answer.ok)
      return { reason: 'RemoveContainerError', container: container.name, message: answer.message };
  }
  return undefined;
}

/** Grace 0, so no preStop hook runs. */
function end(
  sync: PodSync,
  target: Pick<ContainerToReset, 'id' | 'container'>,
): Promise<Problem | undefined> {
  return killContainer(sync, { ...target, reason: 'RestartAllContainers', graceOverride: 0 });
}
