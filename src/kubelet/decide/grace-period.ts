// SPDX-License-Identifier: Apache-2.0
import type { Container, Pod } from '#pod/pod.js';
import type { KillReason } from './pod-actions.js';

/** What StopContainer is never asked to undercut. */
export const minimumGraceSeconds = 2;

/** Grace period with which a pod that has to go is ended; replaces what each container would get. */
export function terminationGraceSeconds(pod: Pod): number {
  const { deletionGracePeriodSeconds } = pod.metadata;
  return Math.max(1, deletionGracePeriodSeconds ?? pod.spec.terminationGracePeriodSeconds ?? 0);
}

/** Grace period of one container that is killed for a reason of its own. */
export function killGraceSeconds(pod: Pod, container: Container, reason: KillReason): number {
  if (pod.metadata.deletionGracePeriodSeconds !== undefined) return pod.metadata.deletionGracePeriodSeconds;
  const ofPod = pod.spec.terminationGracePeriodSeconds;
  if (ofPod === undefined) return minimumGraceSeconds;
  return probeGraceSeconds(container, reason) ?? ofPod;
}

function probeGraceSeconds(container: Container, reason: KillReason): number | undefined {
  if (reason === 'StartupProbe') return container.startupProbe?.terminationGracePeriodSeconds;
  return reason === 'LivenessProbe' ? container.livenessProbe?.terminationGracePeriodSeconds : undefined;
}
