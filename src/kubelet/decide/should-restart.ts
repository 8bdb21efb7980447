// SPDX-License-Identifier: Apache-2.0
import type { ContainerStatus } from '#cri/generated/messages.js';
import type { Container, Pod, RestartPolicy } from '#pod/pod.js';
import { exitCodeOf, stateOf } from './pod-status.js';

/** Whether a container that is not running has to be started (again). */
export function shouldRestart(pod: Pod, container: Container, status: ContainerStatus | undefined): boolean {
  if (pod.metadata.deletionTimestamp !== undefined) return false;
  if (!status) return true;
  const state = stateOf(status);
  if (state === 'running') return false;
  if (state !== 'exited') return true;
  const code = exitCodeOf(status);
  if (container.restartPolicy === undefined) return policySays(pod.spec.restartPolicy ?? 'Always', code);
  return ruleMatches(container, code) || policySays(container.restartPolicy, code);
}

function policySays(policy: RestartPolicy, exitCode: number): boolean {
  if (policy === 'Always') return true;
  return policy === 'OnFailure' && exitCode !== 0;
}

function ruleMatches(container: Container, exitCode: number): boolean {
  return (container.restartPolicyRules ?? []).some(({ exitCodes }) => {
    if (!exitCodes) return false;
    const listed = exitCodes.values?.includes(exitCode) ?? false;
    return exitCodes.operator === 'In' ? listed : !listed;
  });
}

/** The policy that counts for a container whose exit code nobody knows. */
export function effectivePolicy(pod: Pod, container: Container): RestartPolicy {
  return container.restartPolicy ?? pod.spec.restartPolicy ?? 'Always';
}

export function isSidecar(initContainer: Container): boolean {
  return initContainer.restartPolicy === 'Always';
}
