// SPDX-License-Identifier: Apache-2.0
import type { ContainerStatus } from '#cri/proto/generated/messages.js';
import type { Container } from '#pod/pod.js';
import { definitionChanged } from '../../hash/container-hash.js';
import type { DecisionInput } from './decision-input.js';
import type { ContainerToKill } from './pod-actions.js';
import { hasFailed, stateOf } from '../report/pod-status.js';
import { resizeOf, type Resize } from './resize-decision.js';
import { effectivePolicy, isSidecar, shouldRestart } from './should-restart.js';

/** What follows from the state of one init container. */
export interface InitDecisionFor {
  readonly initialized?: boolean;
  readonly startThis?: boolean;
  readonly startNext?: boolean;
  readonly kill?: Pick<ContainerToKill, 'reason' | 'why'>;
  readonly resize?: Resize;
  readonly giveUp?: boolean;
}

interface InitStep {
  readonly input: DecisionInput;
  readonly container: Container;
  readonly found: ContainerStatus;
  readonly last: boolean;
  /** A later container exists, so this one is done. */
  readonly later: boolean;
}

/** kuberuntime_container.go, computeInitContainerActions: one init container. */
export function decideInit(step: InitStep): InitDecisionFor {
  const sidecar = isSidecar(step.container);
  if (!sidecar && step.later) return {};
  switch (stateOf(step.found)) {
    case 'created':
      return { startThis: true };
    case 'running':
      return sidecar ? decideRunningSidecar(step) : resized(step);
    case 'exited':
      return sidecar ? { startThis: true } : decideExited(step);
    case 'unknown':
      return decideUnknown(step);
  }
}

function decideRunningSidecar(step: InitStep): InitDecisionFor {
  const { input, container, found, last, later } = step;
  const { liveness, startup } = input.probes;
  const id = found.id ?? '';
  if (container.startupProbe) {
    const result = startup.get(id);
    if (result === 'failure') return restarted('StartupProbe', 'startup probe failed');
    if (result !== 'success') return {};
  }
  const onward: InitDecisionFor = last ? { initialized: true } : { startNext: !later };
  if (definitionChanged(container, found, input.traits)) {
    return { ...onward, ...restarted('DefinitionChanged', 'its definition changed') };
  }
  if (liveness.get(id) === 'failure')
    return { ...onward, ...restarted('LivenessProbe', 'liveness probe failed') };
  return { ...onward, ...resized(step) };
}

function resized({ input, container, found }: InitStep): InitDecisionFor {
  const resize = resizeOf(input, { id: found.id ?? '', container });
  if (!resize) return {};
  return resize.restart ? { resize, ...restarted('Resize', 'its resize requires a restart') } : { resize };
}

function restarted(reason: ContainerToKill['reason'], why: string): InitDecisionFor {
  return { startThis: true, kill: { reason, why } };
}

function decideExited({ input, container, found, last }: InitStep): InitDecisionFor {
  if (!hasFailed(found)) return last ? { initialized: true } : { startNext: true };
  return shouldRestart(input, container, found) ? { startThis: true } : { giveUp: true };
}

function decideUnknown({ input, container }: InitStep): InitDecisionFor {
  const again = isSidecar(container) || effectivePolicy(input.pod, container, input.traits) !== 'Never';
  return again ? restarted('Unknown', 'its state is unknown') : { giveUp: true };
}
