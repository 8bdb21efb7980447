// SPDX-License-Identifier: Apache-2.0
import type { PodActions } from '../decide/sync/pod-actions.js';
import type { Problem } from '../decide/report/pod-controller.js';
import { killContainer } from './kill/kill-container.js';
import { killPod } from './kill/kill-pod.js';
import { purgeInitContainers } from './prune-init-containers.js';
import { resetContainers } from './reset-containers.js';
import type { PodSync } from '../context/kubelet-context.js';

/**
 * kuberuntime_manager.go, SyncPod: kills what must go before anything is created. Any error ends the sync.
 */
export async function killUnwantedContainers(
  sync: PodSync,
  actions: PodActions,
): Promise<readonly Problem[]> {
  if (actions.killPod) return killWholePod(sync, actions);
  for (const { id, container, reason } of actions.containersToKill) {
    const problem = await killContainer(sync, { id, container, reason });
    if (problem) return [problem];
  }
  const problem = await resetContainers(sync, actions.containersToReset);
  return problem ? [problem] : [];
}

async function killWholePod(sync: PodSync, { createSandbox }: PodActions): Promise<readonly Problem[]> {
  const problems = await killPod(sync);
  if (problems.length === 0 && createSandbox) await purgeInitContainers(sync);
  return problems;
}
