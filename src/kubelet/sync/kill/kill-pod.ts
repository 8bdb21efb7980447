// SPDX-License-Identifier: Apache-2.0
import type { ContainerStatus } from '#cri/proto/generated/messages.js';
import type { Container, Pod } from '#pod/pod.js';
import { stateOf, type PodStatus } from '../../decide/report/pod-status.js';
import type { Problem } from '../../decide/report/pod-controller.js';
import { killContainer } from './kill-container.js';
import { stopped } from '../../context/stopped.js';
import type { PodSync } from '../../context/kubelet-context.js';
import { terminationOrder, type TerminationOrder } from './termination-order.js';

/**
 * kuberuntime_manager.go, killPodWithSyncResult: stops running containers in parallel, then every sandbox in
 * turn, whatever happened to the containers.
 */
export async function killPod(sync: PodSync, graceOverride?: number): Promise<readonly Problem[]> {
  const running = sync.status.containers.filter((container) => stateOf(container) === 'running');
  const order = terminationOrder(sync, running.map(nameOf));
  const kills = running.map((found) => killOne(sync, found, { graceOverride, order }));
  const problems = (await Promise.all(kills)).filter((each) => each !== undefined);
  return [...problems, ...(await stopSandboxes(sync))];
}

interface Manner {
  readonly graceOverride: number | undefined;
  readonly order: TerminationOrder | undefined;
}

/** kuberuntime_container.go, killContainersWithSyncResult: one of the containers. */
async function killOne(sync: PodSync, found: ContainerStatus, manner: Manner): Promise<Problem | undefined> {
  const name = nameOf(found);
  const container = containerSpec(sync.pod, name);
  if (!container) return { reason: 'KillContainerError', message: `the pod has no container ${name}` };
  return killContainer(sync, { id: found.id ?? '', container, reason: 'Unknown', ...manner });
}

async function stopSandboxes({ ctx, status }: PodSync): Promise<readonly Problem[]> {
  const problems: Problem[] = [];
  for (const { id = '' } of status.sandboxes) {
    const answer = await ctx.call('StopPodSandbox', { pod_sandbox_id: id });
    if (!answer.ok && !stopped(answer, ctx.traits))
      problems.push({ reason: 'KillPodSandboxError', message: answer.message });
  }
  return problems;
}

function nameOf({ metadata }: ContainerStatus): string {
  return metadata?.name ?? '';
}

/**
 * kubelet.go, SyncTerminatingPod: containers that still run after a successful kill. Undefined: the pod could
 * not be read.
 */
export function problemsAfterKill(status: PodStatus | undefined): readonly Problem[] {
  if (!status) return [{ reason: 'FailedToKillPod', message: 'the pod could not be read after the kill' }];
  const running = status.containers.filter((container) => stateOf(container) === 'running');
  return running.map(({ metadata }) => ({
    reason: 'FailedToKillPod',
    container: metadata?.name ?? '',
    message: 'it is running after a kill that the runtime answered well',
  }));
}

/** container/helpers.go, GetContainerSpec: the container of that name, of any kind. */
export function containerSpec({ spec }: Pod, name: string): Container | undefined {
  const kinds = [spec.containers, spec.initContainers ?? [], spec.ephemeralContainers ?? []];
  return kinds.flat().find((container) => container.name === name);
}
