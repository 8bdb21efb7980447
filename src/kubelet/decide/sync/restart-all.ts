// SPDX-License-Identifier: Apache-2.0
import type { ContainerStatus } from '#cri/proto/generated/messages.js';
import type { Container } from '#pod/pod.js';
import type { DecisionInput } from './decision-input.js';
import type { ContainerToReset } from './pod-actions.js';
import { containerExitCode, stateOf } from '../report/pod-status.js';
import { matchingRule } from './should-restart.js';

interface Instance extends ContainerToReset {
  /** Its exit code asks for the restart. */
  readonly source: boolean;
}

/**
 * kuberuntime_manager.go, computePodActions: all instances to remove for RestartAllContainers. The one that
 * asked goes last, so that a failure on the way is retried.
 */
export function containersToReset({ pod, status, traits }: DecisionInput): readonly ContainerToReset[] {
  if (!traits.restartAllContainers) return [];
  const instancesOf = (containers: readonly Container[]): readonly Instance[] =>
    containers.flatMap((container) =>
      status.containers
        .filter(({ metadata }) => metadata?.name === container.name)
        .map((found) => instance(container, found)),
    );
  const all = [...instancesOf(pod.spec.containers), ...instancesOf(pod.spec.initContainers ?? [])];
  const sources = all.filter(({ source }) => source);
  if (sources.length === 0) return [];
  return [...all.filter(({ source }) => !source), ...sources].map(({ id, container, kill }) => ({
    id,
    container,
    kill,
  }));
}

function instance(container: Container, found: ContainerStatus): Instance {
  const ended = stateOf(found) === 'exited';
  const rule = ended ? matchingRule(container, containerExitCode(found)) : undefined;
  return { id: found.id ?? '', container, kill: !ended, source: rule?.action === 'RestartAllContainers' };
}
