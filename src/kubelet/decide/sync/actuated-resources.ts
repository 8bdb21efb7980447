// SPDX-License-Identifier: Apache-2.0
import type { Resources } from '#pod/pod.js';

/** Values of the pod cgroup; absent: never set. */
export interface PodCgroup {
  readonly cpuShares: number;
  readonly cpuQuota?: number;
  readonly memoryBytes?: number;
}

/** The resources last given to the runtime for one pod. A kubelet keeps them in actuated_pods_state. */
export interface ActuatedResources {
  readonly containers: Map<string, Resources>;
  /** Pod-level resources, if the spec has any. */
  pod?: Resources | undefined;
  cgroup?: PodCgroup | undefined;
}

export function newActuatedResources(): ActuatedResources {
  return { containers: new Map() };
}
