// SPDX-License-Identifier: Apache-2.0
import type { Resources } from '#pod/pod.js';

/** What the control group of a pod was set to; absent: never set. */
export interface PodCgroup {
  readonly cpuShares: number;
  readonly cpuQuota?: number;
  readonly memoryBytes?: number;
}

/** The resources that the runtime was given last, of one pod. The kubelet keeps them on disk. */
export interface ActuatedResources {
  readonly containers: Map<string, Resources>;
  /** Of the pod as a whole, where its spec has such. */
  pod?: Resources | undefined;
  cgroup?: PodCgroup | undefined;
}

export function newActuatedResources(): ActuatedResources {
  return { containers: new Map() };
}
