// SPDX-License-Identifier: Apache-2.0
import type { Container } from '#pod/pod.js';
import type { DecisionInput } from './decision-input.js';
import type { PodActions } from './pod-actions.js';
import { containerExitCode, newest, stateOf } from '../report/pod-status.js';
import { effectivePolicy } from './should-restart.js';

type WithNewSandbox = Pick<PodActions, 'createSandbox' | 'initContainersToStart' | 'containersToStart'>;

const killOnly: WithNewSandbox = { createSandbox: false, initContainersToStart: [], containersToStart: [] };

/**
 * kuberuntime_manager.go, computePodActions: what to start in a new sandbox. A finished pod gets none; init
 * containers start over.
 */
export function withNewSandbox(input: DecisionInput, attempt: number): WithNewSandbox {
  const { pod, status } = input;
  if (pod.spec.restartPolicy === 'Never' && attempt !== 0 && status.containers.length > 0) return killOnly;
  const toStart = pod.spec.containers.filter((container) => !isDone(input, container));
  if (toStart.length === 0 && anyKnown(input)) return killOnly;
  const [firstInit] = pod.spec.initContainers ?? [];
  return firstInit
    ? { createSandbox: true, initContainersToStart: [firstInit], containersToStart: [] }
    : { createSandbox: true, initContainersToStart: [], containersToStart: toStart };
}

function isDone({ pod, status, traits }: DecisionInput, container: Container): boolean {
  const found = newest(status.containers, container.name);
  if (effectivePolicy(pod, container, traits) !== 'OnFailure' || !found) return false;
  return stateOf(found) === 'exited' && containerExitCode(found) === 0;
}

function anyKnown({ pod, status }: DecisionInput): boolean {
  return pod.spec.containers.some(({ name }) => {
    const found = newest(status.containers, name);
    return found !== undefined && stateOf(found) !== 'unknown';
  });
}
