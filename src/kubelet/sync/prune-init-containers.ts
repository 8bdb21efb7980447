// SPDX-License-Identifier: Apache-2.0
import type { ContainerStatus } from '#cri/proto/generated/messages.js';
import { stateOf } from '../decide/report/pod-status.js';
import { removeContainer } from './remove-container.js';
import type { PodSync } from '../context/kubelet-context.js';

/**
 * kuberuntime_container.go, purgeInitContainers: every instance of every init container, as the sandbox is
 * replaced.
 */
export async function purgeInitContainers(sync: PodSync): Promise<void> {
  for (const { id = '' } of instancesByName(sync).flat()) await removeContainer(sync.ctx, id);
}

/**
 * kuberuntime_container.go, pruneInitContainersBeforeStart: keeps the newest dead instance of each init
 * container. It does not know what a purge just removed.
 */
export async function pruneInitContainers(sync: PodSync): Promise<void> {
  const surplus = instancesByName(sync).flatMap((instances) => instances.filter(isDead).slice(1));
  for (const { id = '' } of surplus) await removeContainer(sync.ctx, id);
}

function instancesByName({ pod, status }: PodSync): readonly (readonly ContainerStatus[])[] {
  return (pod.spec.initContainers ?? []).map(({ name }) =>
    status.containers.filter(({ metadata }) => metadata?.name === name),
  );
}

function isDead(container: ContainerStatus): boolean {
  return stateOf(container) === 'exited' || stateOf(container) === 'unknown';
}
