// SPDX-License-Identifier: Apache-2.0
import type { Container, EphemeralContainer } from '#pod/pod.js';

/** Why a container is killed; decides about its grace period. */
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

/** Removed so that the pod can begin anew; killed before where it has not ended. */
export interface ContainerToReset {
  readonly id: string;
  readonly container: Container;
  readonly kill: boolean;
}

/** A running container that is to get other resources. */
export interface ContainerToUpdate {
  readonly id: string;
  readonly container: Container;
}

/** What changes in place. Of each kind: what shrinks first. */
export interface ResizeActions {
  readonly memory: readonly ContainerToUpdate[];
  readonly cpu: readonly ContainerToUpdate[];
  /** The pod's own control group may change with its containers. */
  readonly pod: boolean;
  /** The resources of the pod as a whole changed. */
  readonly podLevel: boolean;
}

/** What one sync has to do. */
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
