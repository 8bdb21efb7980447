// SPDX-License-Identifier: Apache-2.0
import type { Container } from '#pod/pod.js';

/** Why a container is killed; decides about its grace period. */
export type KillReason =
  | 'Unknown'
  | 'DefinitionChanged'
  | 'LivenessProbe'
  | 'StartupProbe'
  | 'FailedPostStartHook'
  | 'RestartAllContainers';

export interface ContainerToKill {
  readonly id: string;
  readonly container: Container;
  readonly reason: KillReason;
  readonly why: string;
}

/** What one sync has to do. */
export interface PodActions {
  /** Stop every running container and every sandbox. */
  readonly killPod: boolean;
  readonly createSandbox: boolean;
  readonly attempt: number;
  readonly sandboxId: string;
  readonly initContainersToStart: readonly Container[];
  readonly containersToStart: readonly Container[];
  readonly containersToKill: readonly ContainerToKill[];
  readonly why: string;
}

type ProbeResult = 'success' | 'failure' | 'unknown';

/** What the probes of running containers last said, by container id; absent: no result yet. */
export interface ProbeResults {
  readonly liveness: ReadonlyMap<string, ProbeResult>;
  readonly startup: ReadonlyMap<string, ProbeResult>;
}

export const noProbeResults: ProbeResults = { liveness: new Map(), startup: new Map() };
