// SPDX-License-Identifier: Apache-2.0
import type { Container, Pod } from '#pod/pod.js';
import type { Traits } from '../../versions/traits.js';
import type { KillReason } from './pod-actions.js';

/** What StopContainer is never asked to undercut. */
export const minGraceSeconds = 2;

/**
 * Grace period with which a pod that has to go is ended; replaces what each container would get. Undefined: each gets
 * its own, as before there was a state machine that ends pods.
 */
export function terminationGraceSeconds(
  pod: Pod,
  { terminationStateMachine }: Pick<Traits, 'terminationStateMachine'>,
): number | undefined {
  if (!terminationStateMachine) return undefined;
  const { deletionGracePeriodSeconds } = pod.metadata;
  return Math.max(1, deletionGracePeriodSeconds ?? pod.spec.terminationGracePeriodSeconds ?? 0);
}

/** The same of a pod that is evicted with so much. */
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

/** Grace period of one container that is killed for a reason of its own. */
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

/** A grace period that is given replaces what a kill has left, instead of what it begins with. */
export function overrideSentWhole(traits: Traits): boolean {
  return traits.graceOverrideReplacesRest || traits.evictionGraceSentWhole;
}
