// SPDX-License-Identifier: Apache-2.0
import type { Container, EphemeralContainer } from '#pod/pod.js';

/** Why a container is killed. Its grace period depends on it. */
export type KillReason =
  | 'Unknown'
  | 'DefinitionChanged'
  | 'LivenessProbe'
  | 'StartupProbe'
  | 'Resize'
  | 'FailedPostStartHook'
  | 'RestartAllContainers';

export interface ContainerToKill {
  readonly id: string;
  readonly container: Container;
  readonly reason: KillReason;
  readonly why: string;
}

/** Removed for RestartAllContainers; killed before, unless it has exited. */
export interface ContainerToReset {
  readonly id: string;
  readonly container: Container;
  readonly kill: boolean;
}

/** A running container that gets other resources. */
export interface ContainerToUpdate {
  readonly id: string;
  readonly container: Container;
}

/** Updates in place, decreases first. */
export interface ResizeActions {
  readonly memory: readonly ContainerToUpdate[];
  readonly cpu: readonly ContainerToUpdate[];
  /** UpdatePodResources: the pod cgroup may change. */
  readonly pod: boolean;
  /** UpdatePodLevelResources. */
  readonly podLevel: boolean;
}

/** kuberuntime_manager.go, podActions: what one sync has to do. */
export interface PodActions {
  /** Stop every running container and every sandbox. */
  readonly killPod: boolean;
  readonly createSandbox: boolean;
  readonly attempt: number;
  readonly sandboxId: string;
  readonly ephemeralContainersToStart: readonly EphemeralContainer[];
  readonly initContainersToStart: readonly Container[];
  readonly containersToStart: readonly Container[];
  readonly containersToKill: readonly ContainerToKill[];
  readonly containersToReset: readonly ContainerToReset[];
  readonly resize: ResizeActions;
  readonly why: string;
}
