// SPDX-License-Identifier: Apache-2.0
import type { Container, ContainerStatus, PodSandboxStatus } from '#cri/proto/generated/messages.js';

/** What the last look at the runtime showed of one pod. */
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

export function isReady(sandbox: Pick<PodSandboxStatus, 'state'>): boolean {
  return sandbox.state === undefined || sandbox.state === 'SANDBOX_READY';
}

export function newest(containers: readonly ContainerStatus[], name: string): ContainerStatus | undefined {
  return containers.find((container) => container.metadata?.name === name);
}

export function containerExitCode(container: ContainerStatus): number {
  return container.exit_code ?? 0;
}

/** An init container that must run again or ends the pod: the runtime's word OOMKilled counts even with code 0. */
export function hasFailed(container: ContainerStatus): boolean {
  if (stateOf(container) === 'unknown') return true;
  return (
    stateOf(container) === 'exited' &&
    (containerExitCode(container) !== 0 || container.reason === 'OOMKilled')
  );
}

/** Ids of the exited containers, newest first; of one name, or of all. */
export function exitedIn({ containers }: PodStatus, name?: string): readonly string[] {
  const exited = containers.filter((container) => stateOf(container) === 'exited');
  const wanted = exited.filter(({ metadata }) => name === undefined || metadata?.name === name);
  return wanted.map(({ id = '' }) => id);
}

/** Of a time as the runtime tells it, in nanoseconds since 1970. */
export function millisOf(nanoseconds: string | undefined): number {
  return Number(BigInt(nanoseconds ?? 0) / 1_000_000n);
}
