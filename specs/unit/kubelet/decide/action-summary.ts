// SPDX-License-Identifier: Apache-2.0
import { containerHashAnnotation } from '#kubelet/model/annotations.js';
import { newActuatedResources } from '#kubelet/decide/sync/actuated-resources.js';
import { computePodActions } from '#kubelet/decide/sync/compute-pod-actions.js';
import { containerHash } from '#kubelet/hash/container-hash.js';
import { containerSpec } from '#kubelet/sync/kill/kill-pod.js';
import type { DecisionInput } from '#kubelet/decide/sync/decision-input.js';
import type { PodActions } from '#kubelet/decide/sync/pod-actions.js';
import { noProbeResults, type ProbeResults } from '#kubelet/decide/sync/probe-results.js';
import type { PodStatus } from '#kubelet/decide/report/pod-status.js';
import { traitsOf, type Traits } from '#kubelet/versions/traits.js';
import type { Pod } from '#pod/pod.js';

/** A decision by names, as tables write it. */
export interface ActionSummary {
  readonly kill: boolean;
  readonly create: boolean;
  readonly ephemeral: readonly string[];
  readonly init: readonly string[];
  readonly start: readonly string[];
  /** Name and reason. */
  readonly stop: readonly string[];
  /** Name, and ! where it is killed first. */
  readonly reset: readonly string[];
}

export const nothing: ActionSummary = {
  kill: false,
  create: false,
  ephemeral: [],
  init: [],
  start: [],
  stop: [],
  reset: [],
};
export const killOnly: ActionSummary = { ...nothing, kill: true };
export const fresh: ActionSummary = { ...killOnly, create: true };

export interface More extends Partial<Pick<DecisionInput, 'probes' | 'actuated'>> {
  /** As 1.36; 1.37 unless said. */
  readonly kubelet?: string;
}

export function decide(pod: Pod, status: PodStatus, more: More = {}): PodActions {
  const { kubelet = '1.37', probes = noProbeResults, actuated = newActuatedResources() } = more;
  const traits = traitsOf(kubelet);
  return computePodActions({ pod, status: hashedFor(pod, status, traits), probes, actuated, traits });
}

/** As this kubelet would have written it; what carries no hash stays without. */
function hashedFor(pod: Pod, status: PodStatus, traits: Traits): PodStatus {
  const containers = status.containers.map((found) => {
    const container = containerSpec(pod, found.metadata?.name ?? '');
    if (!container || found.annotations?.[containerHashAnnotation] === undefined) return found;
    const annotations = { ...found.annotations, [containerHashAnnotation]: containerHash(container, traits) };
    return { ...found, annotations };
  });
  return { ...status, containers };
}

export function summaryOf(pod: Pod, status: PodStatus, more: More = {}): ActionSummary {
  const actions = decide(pod, status, more);
  return {
    kill: actions.killPod,
    create: actions.createSandbox,
    ephemeral: actions.ephemeralContainersToStart.map(({ name }) => name),
    init: actions.initContainersToStart.map(({ name }) => name),
    start: actions.containersToStart.map(({ name }) => name),
    stop: actions.containersToKill.map(({ container: { name }, reason }) => `${name} ${reason}`),
    reset: actions.containersToReset.map(({ container: { name }, kill }) => (kill ? `${name}!` : name)),
  };
}

/** What one kind of probe last said of one container. */
export function probed(
  kind: 'liveness' | 'startup',
  id: string,
  result: 'success' | 'failure' | 'unknown',
): More {
  const probes: ProbeResults = { ...noProbeResults, [kind]: new Map([[id, result]]) };
  return { probes };
}
