// SPDX-License-Identifier: Apache-2.0
import type { Container, Pod } from '#pod/pod.js';
import type { Traits } from '../../versions/traits.js';
import type { KillReason } from './pod-actions.js';

/** kuberuntime_manager.go, minimumGracePeriodInSeconds: the smallest timeout of StopContainer. */
export const minGraceSeconds = 2;

/**
 * pod_workers.go, calculateEffectiveGracePeriod: overrides the grace period of every container of a
 * terminating pod. Undefined: each container gets its own (before 1.22).
 */
export function terminationGraceSeconds(
  pod: Pod,
  { terminationStateMachine }: Pick<Traits, 'terminationStateMachine'>,
): number | undefined {
  if (!terminationStateMachine) return undefined;
  const { deletionGracePeriodSeconds } = pod.metadata;
  return Math.max(1, deletionGracePeriodSeconds ?? pod.spec.terminationGracePeriodSeconds ?? 0);
}

/** pod_workers.go, calculateEffectiveGracePeriod: the same for an evicted pod. */
export function evictionGraceSeconds(
  seconds: number,
  { terminationStateMachine }: Pick<Traits, 'terminationStateMachine'>,
): number {
  return terminationStateMachine ? Math.max(1, seconds) : seconds;
}

interface GraceInput {
  readonly pod: Pod;
  readonly container: Container;
  readonly reason: KillReason;
  readonly traits: Traits;
}

/**
 * kuberuntime_container.go, setTerminationGracePeriod: the grace period of one container, by the reason of
 * its kill.
 */
export function killGraceSeconds({ pod, container, reason, traits }: GraceInput): number {
  if (pod.metadata.deletionGracePeriodSeconds !== undefined) return pod.metadata.deletionGracePeriodSeconds;
  const ofPod = pod.spec.terminationGracePeriodSeconds;
  if (ofPod === undefined) return minGraceSeconds;
  const ofProbe = traits.probeGrace ? probeGraceSeconds(container, reason) : undefined;
  return ofProbe ?? ofPod;
}

function probeGraceSeconds(container: Container, reason: KillReason): number | undefined {
  if (reason === 'StartupProbe') return container.startupProbe?.terminationGracePeriodSeconds;
  return reason === 'LivenessProbe' ? container.livenessProbe?.terminationGracePeriodSeconds : undefined;
}

/**
 * kuberuntime_container.go, killContainer: whether an override is sent as it is, instead of what hooks left
 * of it.
 */
export function overrideSentWhole(traits: Traits): boolean {
  return traits.graceOverrideReplacesRest || traits.evictionGraceSentWhole;
}
