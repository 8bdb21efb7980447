// SPDX-License-Identifier: Apache-2.0
import type { ContainerStatus } from '#cri/proto/generated/messages.js';
import type { Container, Pod, RestartPolicy } from '#pod/pod.js';
import type { Traits } from '../../versions/traits.js';
import { containerExitCode, stateOf } from '../report/pod-status.js';

type Rules = Pick<Traits, 'containerRestartRules'>;
type RestartRule = NonNullable<Container['restartPolicyRules']>[number];

/** container/helpers.go, ShouldContainerBeRestarted. */
export function shouldRestart(
  { pod, traits }: { readonly pod: Pod; readonly traits?: Rules },
  container: Container,
  status: ContainerStatus | undefined,
): boolean {
  if (pod.metadata.deletionTimestamp !== undefined) return false;
  if (!status) return true;
  const state = stateOf(status);
  if (state === 'running') return false;
  if (state !== 'exited') return true;
  return restartsAfter({ pod, ...(traits && { traits }) }, container, containerExitCode(status));
}

/** container/helpers.go, ShouldContainerBeRestarted: of a container that exited with this code. */
export function restartsAfter(
  { pod, traits }: { readonly pod: Pod; readonly traits?: Rules },
  container: Container,
  code: number,
): boolean {
  const ruled = traits?.containerRestartRules !== false && container.restartPolicy !== undefined;
  if (ruled && matchingRule(container, code)) return true;
  return policySays(effectivePolicy(pod, container, traits), code);
}

/** pkg/api/v1/pod/util.go, ContainerShouldRestart. */
function policySays(policy: RestartPolicy, exitCode: number): boolean {
  if (policy === 'Always') return true;
  return policy === 'OnFailure' && exitCode !== 0;
}

/** pkg/api/v1/pod/util.go, findMatchingContainerRestartRule: the first rule that matches the exit code. */
export function matchingRule(container: Container, exitCode: number): RestartRule | undefined {
  return (container.restartPolicyRules ?? []).find(({ exitCodes }) => {
    if (!exitCodes) return false;
    const listed = exitCodes.values?.includes(exitCode) ?? false;
    return exitCodes.operator === 'In' ? listed : !listed;
  });
}

/**
 * kuberuntime_manager.go, computePodActions: the restart policy where there is no exit code to match rules
 * against.
 */
export function effectivePolicy(pod: Pod, container: Container, traits?: Rules): RestartPolicy {
  const own = traits?.containerRestartRules === false ? undefined : container.restartPolicy;
  return own ?? pod.spec.restartPolicy ?? 'Always';
}

/** pkg/api/v1/pod/util.go, IsRestartableInitContainer. */
export function isSidecar(initContainer: Container): boolean {
  return initContainer.restartPolicy === 'Always';
}
