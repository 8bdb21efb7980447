// SPDX-License-Identifier: Apache-2.0
/** One condition of a pod, as in the API. */
export interface PodCondition {
  readonly type: 'PodReadyToStartContainers' | 'Initialized' | 'Ready' | 'ContainersReady' | 'PodScheduled';
  readonly status: 'True' | 'False';
  readonly reason?: string;
  readonly message?: string;
}
