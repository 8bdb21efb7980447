// SPDX-License-Identifier: Apache-2.0
import type { Container, ContainerStatus, PodSandboxStatus } from '#cri/proto/generated/messages.js';

/** container/runtime.go, PodStatus: what the runtime last said about one pod. */
export interface PodStatus {
  /** Highest attempt first, then newest. */
  readonly sandboxes: readonly PodSandboxStatus[];
  /** Newest first, of any sandbox. */
  readonly containers: readonly ContainerStatus[];
  /** Ids of the containers whose sandbox is the newest one and ready. */
  readonly active: ReadonlySet<string>;
  /** By container id, as the list of containers says. */
  readonly sandboxOf: ReadonlyMap<string, string>;
  readonly ips: readonly string[];
}

export const noStatus: PodStatus = {
  sandboxes: [],
  containers: [],
  active: new Set(),
  sandboxOf: new Map(),
  ips: [],
};

export type ContainerPhase = 'created' | 'running' | 'exited' | 'unknown';

/** kuberuntime/helpers.go, toKubeContainerState. */
export function stateOf(container: Pick<ContainerStatus | Container, 'state'>): ContainerPhase {
  switch (container.state) {
    case undefined:
    case 'CONTAINER_CREATED':
      return 'created';
    case 'CONTAINER_RUNNING':
      return 'running';
    case 'CONTAINER_EXITED':
      return 'exited';
    case 'CONTAINER_UNKNOWN':
    default:
      return 'unknown';
  }
}

/** kuberuntime/util/util.go, PodSandboxChanged: whether a sandbox counts as ready. */
export function isReady(sandbox: Pick<PodSandboxStatus, 'state'>): boolean {
  return sandbox.state === undefined || sandbox.state === 'SANDBOX_READY';
}

/** container/runtime.go, FindContainerStatusByName: the newest instance of that name. */
export function newest(containers: readonly ContainerStatus[], name: string): ContainerStatus | undefined {
  return containers.find((container) => container.metadata?.name === name);
}

export function containerExitCode(container: ContainerStatus): number {
  return container.exit_code ?? 0;
}

/** kuberuntime/helpers.go, isInitContainerFailed: OOMKilled is a failure even with exit code 0. */
export function hasFailed(container: ContainerStatus): boolean {
  if (stateOf(container) === 'unknown') return true;
  return (
    stateOf(container) === 'exited' &&
    (containerExitCode(container) !== 0 || container.reason === 'OOMKilled')
  );
}

/**
 * pod_container_deletor.go, getContainersToDeleteInPod: ids of exited containers, newest first, of one name
 * or of all.
 */
export function exitedIn({ containers }: PodStatus, name?: string): readonly string[] {
  const exited = containers.filter((container) => stateOf(container) === 'exited');
  const wanted = exited.filter(({ metadata }) => name === undefined || metadata?.name === name);
  return wanted.map(({ id = '' }) => id);
}

/** Milliseconds of a timestamp in nanoseconds. */
export function millisOf(nanoseconds: string | undefined): number {
  return Number(BigInt(nanoseconds ?? 0) / 1_000_000n);
}
