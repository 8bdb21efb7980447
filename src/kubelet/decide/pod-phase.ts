// SPDX-License-Identifier: Apache-2.0
import type { ContainerStatus } from '#cri/generated/messages.js';
import type { Container, Pod } from '#pod/pod.js';
import type { PodPhase } from '../pod-life.js';
import { exitCodeOf, hasFailed, newest, stateOf, type PodStatus } from './pod-status.js';
import { effectivePolicy, isSidecar } from './should-restart.js';

/** The phase the kubelet would report. `terminal`: the pod is being ended, nothing will be started again. */
export function podPhase(pod: Pod, status: PodStatus, terminal = false): PodPhase {
  if (initFailedForGood(pod, status)) return 'Failed';
  const kinds = pod.spec.containers.map((container) => standingOf(container, status));
  const count = (kind: Standing): number => kinds.filter((each) => each === kind).length;
  const started = count('running') + count('ended');
  if (!initDone(pod, status) && started === 0) return terminal ? 'Failed' : 'Pending';
  if (count('waiting') > 0) return terminal ? 'Failed' : 'Pending';
  if (count('running') > 0) return 'Running';
  return endedPhase(pod, status, terminal);
}

type Standing = 'waiting' | 'running' | 'ended';

function standingOf(container: Container, { containers }: PodStatus): Standing {
  const instances = containers.filter(({ metadata }) => metadata?.name === container.name);
  const [latest, before] = instances;
  if (!latest) return 'waiting';
  const state = stateOf(latest);
  if (state === 'running') return 'running';
  if (state === 'exited') return 'ended';
  return before && stateOf(before) === 'exited' ? 'ended' : 'waiting';
}

function endedPhase(pod: Pod, status: PodStatus, terminal: boolean): PodPhase {
  const codes = pod.spec.containers.map((container) => lastExit(container, status));
  const willRestart = pod.spec.containers.some((container, at) => {
    const policy = effectivePolicy(pod, container);
    return policy === 'Always' || (policy === 'OnFailure' && codes[at] !== 0);
  });
  if (willRestart && !terminal) return 'Running';
  return codes.every((code) => code === 0) ? 'Succeeded' : 'Failed';
}

function lastExit(container: Container, { containers }: PodStatus): number {
  const ended = containers.find(
    (each) => each.metadata?.name === container.name && stateOf(each) === 'exited',
  );
  return ended ? exitCodeOf(ended) : 0;
}

function initFailedForGood(pod: Pod, status: PodStatus): boolean {
  return (pod.spec.initContainers ?? []).some((container) => {
    const found = newest(status.containers, container.name);
    return found !== undefined && hasFailed(found) && effectivePolicy(pod, container) === 'Never';
  });
}

function initDone(pod: Pod, status: PodStatus): boolean {
  return (pod.spec.initContainers ?? []).every((container) => {
    const found = newest(status.containers, container.name);
    return found !== undefined && isInitDone(container, found);
  });
}

function isInitDone(container: Container, found: ContainerStatus): boolean {
  if (isSidecar(container)) return stateOf(found) === 'running';
  return stateOf(found) === 'exited' && !hasFailed(found);
}
