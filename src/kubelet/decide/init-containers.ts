// SPDX-License-Identifier: Apache-2.0
import type { ContainerStatus } from '#cri/generated/messages.js';
import type { Container, Pod } from '#pod/pod.js';
import { definitionChanged } from './container-hash.js';
import type { ContainerToKill, ProbeResults } from './pod-actions.js';
import { hasFailed, newest, stateOf, type PodStatus } from './pod-status.js';
import { effectivePolicy, isSidecar, shouldRestart } from './should-restart.js';

export interface InitDecision {
  readonly initialized: boolean;
  readonly toStart: readonly Container[];
  readonly toKill: readonly ContainerToKill[];
  /** An init container failed for good: the pod is over. */
  readonly killPod: boolean;
}

/** One step of the walk over the init containers. */
interface Verdict {
  readonly initialized?: boolean;
  readonly startThis?: boolean;
  readonly startNext?: boolean;
  readonly kill?: Pick<ContainerToKill, 'reason' | 'why'>;
  readonly giveUp?: boolean;
}

interface Step {
  readonly pod: Pod;
  readonly container: Container;
  readonly status: ContainerStatus;
  readonly last: boolean;
  readonly later: boolean;
  readonly probes: ProbeResults;
}

/** Which init containers and sidecars to start and kill, walking from the last to the first. */
export function decideInitContainers(pod: Pod, status: PodStatus, probes: ProbeResults): InitDecision {
  const containers = pod.spec.initContainers ?? [];
  if (containers.length === 0) return { initialized: true, toStart: [], toKill: [], killPod: false };
  const active = status.containers.filter(({ id }) => id !== undefined && status.active.has(id));
  const walk = new Walk(pod, active, probes);
  for (const [at, container] of [...containers.entries()].toReversed()) {
    if (!walk.visit(at, container)) return { initialized: false, toStart: [], toKill: [], killPod: true };
  }
  return walk.decision();
}

class Walk {
  readonly #pod: Pod;
  readonly #active: readonly ContainerStatus[];
  readonly #probes: ProbeResults;
  readonly #start = new Set<number>();
  readonly #kill: ContainerToKill[] = [];
  #initialized: boolean;
  /** Something later in the list was seen, so what comes before it had been initialized. */
  #later: boolean;

  constructor(pod: Pod, active: readonly ContainerStatus[], probes: ProbeResults) {
    this.#pod = pod;
    this.#active = active;
    this.#probes = probes;
    this.#initialized = pod.spec.containers.some(({ name }) => newest(active, name) !== undefined);
    this.#later = this.#initialized;
  }

  /** False: the pod cannot go on. */
  visit(at: number, container: Container): boolean {
    const status = newest(this.#active, container.name);
    if (!status) {
      if (isSidecar(container) && this.#later) this.#start.add(at);
      return true;
    }
    const last = at === (this.#pod.spec.initContainers?.length ?? 0) - 1;
    const verdict = judge({
      pod: this.#pod,
      container,
      status,
      last,
      later: this.#later,
      probes: this.#probes,
    });
    this.#take(verdict, at, { id: status.id ?? '', container });
    this.#later = true;
    return verdict.giveUp !== true;
  }

  #take(verdict: Verdict, at: number, found: Pick<ContainerToKill, 'id' | 'container'>): void {
    this.#initialized ||= verdict.initialized ?? false;
    if (verdict.startThis) this.#start.add(at);
    if (verdict.startNext) this.#start.add(at + 1);
    if (verdict.kill) this.#kill.push({ ...found, ...verdict.kill });
  }

  decision(): InitDecision {
    if (!this.#later) this.#start.add(0);
    const toStart = (this.#pod.spec.initContainers ?? []).filter((_, at) => this.#start.has(at));
    return { initialized: this.#initialized, toStart, toKill: this.#kill, killPod: false };
  }
}

function judge(step: Step): Verdict {
  if (!isSidecar(step.container) && step.later) return {};
  switch (stateOf(step.status)) {
    case 'created':
      return { startThis: true };
    case 'running':
      return isSidecar(step.container) ? judgeRunningSidecar(step) : {};
    case 'exited':
      return isSidecar(step.container) ? { startThis: true } : judgeExited(step);
    case 'unknown':
      return judgeUnknown(step);
  }
}

function judgeRunningSidecar({ container, status, last, later, probes }: Step): Verdict {
  const id = status.id ?? '';
  if (container.startupProbe) {
    const result = probes.startup.get(id);
    if (result === 'failure')
      return { startThis: true, kill: { reason: 'StartupProbe', why: 'startup probe failed' } };
    if (result !== 'success') return {};
  }
  const onward: Verdict = last ? { initialized: true } : { startNext: !later };
  if (definitionChanged(container, status)) {
    return {
      ...onward,
      startThis: true,
      kill: { reason: 'DefinitionChanged', why: 'its definition changed' },
    };
  }
  if (probes.liveness.get(id) !== 'failure') return onward;
  return { ...onward, startThis: true, kill: { reason: 'LivenessProbe', why: 'liveness probe failed' } };
}

function judgeExited({ pod, container, status, last }: Step): Verdict {
  if (!hasFailed(status)) return last ? { initialized: true } : { startNext: true };
  return shouldRestart(pod, container, status) ? { startThis: true } : { giveUp: true };
}

function judgeUnknown({ pod, container }: Step): Verdict {
  const again = isSidecar(container) || effectivePolicy(pod, container) !== 'Never';
  return again
    ? { startThis: true, kill: { reason: 'Unknown', why: 'its state is unknown' } }
    : { giveUp: true };
}
