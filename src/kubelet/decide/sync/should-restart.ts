// SPDX-License-Identifier: Apache-2.0
import type { ContainerStatus } from '#cri/proto/generated/messages.js';
import type { Container, Pod, RestartPolicy } from '#pod/pod.js';
import type { Traits } from '../../versions/traits.js';
import { containerExitCode, stateOf } from '../report/pod-status.js';

type Rules = Pick<Traits, 'containerRestartRules'>;
type RestartRule = NonNullable<Container['restartPolicyRules']>[number];

/** Whether a container that is not running has to be started (again). */
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

/** Whether one that ended with this code is started again. */
export function restartsAfter(
  { pod, traits }: { readonly pod: Pod; readonly traits?: Rules },
  container: Container,
  code: number,
): boolean {
  const ruled = traits?.containerRestartRules !== false && container.restartPolicy !== undefined;
  if (ruled && matchingRule(container, code)) return true;
  return policySays(effectivePolicy(pod, container, traits), code);
}

function policySays(policy: RestartPolicy, exitCode: number): boolean {
  if (policy === 'Always') return true;
  return policy === 'OnFailure' && exitCode !== 0;
}

/** The first rule that speaks about the exit code. */
export function matchingRule(container: Container, exitCode: number): RestartRule | undefined {
  return (container.restartPolicyRules ?? []).find(({ exitCodes }) => {
    if (!exitCodes) return false;
    const listed = exitCodes.values?.includes(exitCode) ?? false;
    return exitCodes.operator === 'In' ? listed : !listed;
  });
}

/** The policy that counts for a container whose exit code nobody knows. */
export function effectivePolicy(pod: Pod, container: Container, traits?: Rules): RestartPolicy {
  const own = traits?.containerRestartRules === false ? undefined : container.restartPolicy;
  return own ?? pod.spec.restartPolicy ?? 'Always';
}

export function isSidecar(initContainer: Container): boolean {
  return initContainer.restartPolicy === 'Always';
}
