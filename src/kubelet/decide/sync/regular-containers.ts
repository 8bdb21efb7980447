// SPDX-License-Identifier: Apache-2.0
import type { ContainerStatus } from '#cri/proto/generated/messages.js';
import type { Container } from '#pod/pod.js';
import { definitionChanged } from '../../hash/container-hash.js';
import type { DecisionInput } from './decision-input.js';
import type { ContainerToKill } from './pod-actions.js';
import { newest, stateOf } from '../report/pod-status.js';
import { resizeOf, type Resize } from './resize-decision.js';
import { effectivePolicy, shouldRestart } from './should-restart.js';

/** What happens to one regular container. */
export interface RegularDecision {
  readonly container: Container;
  readonly start: boolean;
  /** It runs and stays as it is. */
  readonly keep: boolean;
  readonly kill?: ContainerToKill;
  readonly resize?: Resize;
}

/** kuberuntime_manager.go, computePodActions: one regular container. */
export function decideRegular(input: DecisionInput, container: Container): RegularDecision {
  const found = newest(input.status.containers, container.name);
  if (found && stateOf(found) === 'running') return decideRunning(input, container, found);
  if (!shouldRestart(input, container, found)) return { container, start: false, keep: false };
  const start = { container, start: true, keep: false };
  if (!found || stateOf(found) !== 'unknown') return start;
  return {
    ...start,
    kill: { id: found.id ?? '', container, reason: 'Unknown', why: 'its state is unknown' },
  };
}

function decideRunning(input: DecisionInput, container: Container, found: ContainerStatus): RegularDecision {
  const kill = { id: found.id ?? '', container, ...whyKill(input, container, found) };
  if (kill.reason !== undefined) {
    const always = kill.reason === 'DefinitionChanged';
    const start = always || effectivePolicy(input.pod, container, input.traits) !== 'Never';
    return { container, start, keep: false, kill: { ...kill, reason: kill.reason } };
  }
  const resize = resizeOf(input, { id: kill.id, container });
  if (!resize?.restart) return { container, start: false, keep: true, ...(resize && { resize }) };
  const why = 'its resize requires a restart';
  return { container, start: true, keep: false, resize, kill: { ...kill, reason: 'Resize', why } };
}

type Why = Pick<ContainerToKill, 'why'> & { readonly reason: ContainerToKill['reason'] | undefined };

function whyKill({ probes, traits }: DecisionInput, container: Container, found: ContainerStatus): Why {
  const id = found.id ?? '';
  if (definitionChanged(container, found, traits))
    return { reason: 'DefinitionChanged', why: 'its definition changed' };
  if (probes.liveness.get(id) === 'failure') return { reason: 'LivenessProbe', why: 'liveness probe failed' };
  if (probes.startup.get(id) === 'failure') return { reason: 'StartupProbe', why: 'startup probe failed' };
  return { reason: undefined, why: '' };
}
