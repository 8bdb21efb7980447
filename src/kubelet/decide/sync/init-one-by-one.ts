// SPDX-License-Identifier: Apache-2.0
import type { ContainerStatus } from '#cri/proto/generated/messages.js';
import type { Container } from '#pod/pod.js';
import type { DecisionInput } from './decision-input.js';
import { failedForGood, initialized, inProgress, type InitDecision } from './init-decision.js';
import { containerExitCode, newest, stateOf } from '../report/pod-status.js';

interface InitInstance {
  readonly at: number;
  readonly container: Container;
  readonly found: ContainerStatus;
}

/**
 * kuberuntime_container.go, findNextInitContainerToRun: initialization before sidecars, one container at a
 * time.
 */
export function initOneByOne({ pod, status, traits }: DecisionInput): InitDecision {
  const containers = pod.spec.initContainers ?? [];
  const running = pod.spec.containers.some(({ name }) => {
    const found = newest(status.containers, name);
    return found !== undefined && stateOf(found) === 'running';
  });
  if (containers.length === 0 || (traits.initOnceAnyContainerRuns && running)) return initialized;
  const known = containers
    .flatMap((container, at): InitInstance[] => {
      const found = newest(status.containers, container.name);
      return found ? [{ at, container, found }] : [];
    })
    .toReversed();
  const failed = known.find(({ found }) => hasFailed(found));
  if (failed) return afterFailure(failed, pod.spec.restartPolicy);
  return afterLast(containers, known);
}

function hasFailed(found: ContainerStatus): boolean {
  const state = stateOf(found);
  return state === 'unknown' || (state === 'exited' && containerExitCode(found) !== 0);
}

function afterFailure({ container, found }: InitInstance, policy: string | undefined): InitDecision {
  if (policy === 'Never') return failedForGood;
  const unknown = { id: found.id ?? '', container, reason: 'Unknown', why: 'its state is unknown' } as const;
  const toKill = stateOf(found) === 'unknown' ? [unknown] : [];
  return { ...inProgress, toStart: [container], toKill };
}

function afterLast(containers: readonly Container[], known: readonly InitInstance[]): InitDecision {
  const latest = known.find(({ found }) => stateOf(found) === 'running' || stateOf(found) === 'exited');
  if (latest && stateOf(latest.found) === 'running') return inProgress;
  const next = latest ? latest.at + 1 : 0;
  return next >= containers.length
    ? initialized
    : { ...inProgress, toStart: containers.slice(next, next + 1) };
}
