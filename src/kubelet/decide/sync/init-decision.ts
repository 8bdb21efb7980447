// SPDX-License-Identifier: Apache-2.0
import type { Container } from '#pod/pod.js';
import type { ContainerToKill } from './pod-actions.js';
import type { Resize } from './resize-decision.js';

export interface InitDecision {
  readonly initialized: boolean;
  readonly toStart: readonly Container[];
  readonly toKill: readonly ContainerToKill[];
  readonly resizes: readonly Resize[];
  /** An init container failed for good: the pod is over. */
  readonly killPod: boolean;
}

const nothing: Omit<InitDecision, 'initialized'> = { toStart: [], toKill: [], resizes: [], killPod: false };

export const initialized: InitDecision = { ...nothing, initialized: true };
export const inProgress: InitDecision = { ...nothing, initialized: false };
export const failedForGood: InitDecision = { ...inProgress, killPod: true };
