// SPDX-License-Identifier: Apache-2.0
/** One sentence of the kubelet about a pod as a whole, as in the API. */
export interface PodCondition {
  readonly type: 'PodReadyToStartContainers' | 'Initialized' | 'Ready' | 'ContainersReady' | 'PodScheduled';
  readonly status: 'True' | 'False';
  readonly reason?: string;
  readonly message?: string;
}
