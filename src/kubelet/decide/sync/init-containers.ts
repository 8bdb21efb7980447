// SPDX-License-Identifier: Apache-2.0
import type { ContainerStatus } from '#cri/proto/generated/messages.js';
import type { Container } from '#pod/pod.js';
import type { DecisionInput } from './decision-input.js';
import { failedForGood, initialized, type InitDecision } from './init-decision.js';
import { initOneByOne } from './init-one-by-one.js';
import { decideInit, type InitDecisionFor } from './one-init-container.js';
import type { ContainerToKill } from './pod-actions.js';
import { newest, stateOf } from '../report/pod-status.js';
import type { Resize } from './resize-decision.js';
import { isSidecar } from './should-restart.js';

/**
 * kuberuntime_container.go, computeInitContainerActions: which init containers and sidecars to start and
 * kill.
 */
export function decideInitContainers(input: DecisionInput): InitDecision {
  if (!input.traits.sidecars) return initOneByOne(input);
  const containers = input.pod.spec.initContainers ?? [];
  if (containers.length === 0) return initialized;
  const walk = new Walk(input, containers);
  for (const [at, container] of [...containers.entries()].toReversed()) {
    if (!walk.visit(at, container)) return failedForGood;
  }
  return walk.decision();
}

/** The statuses that count for initialization. */
function countedStatuses({ status, traits }: DecisionInput): readonly ContainerStatus[] {
  if (!traits.initJudgedInActiveSandbox) return status.containers;
  return status.containers.filter(({ id }) => id !== undefined && status.active.has(id));
}

/**
 * kuberuntime_container.go, computeInitContainerActions: any regular container exists. Up to 1.36 an exited
 * one may belong to an earlier sandbox, so it does not count.
 */
function wasInitialized({ pod, traits }: DecisionInput, known: readonly ContainerStatus[]): boolean {
  return pod.spec.containers.some(({ name }) => {
    const found = newest(known, name);
    if (!found) return false;
    const state = stateOf(found);
    return traits.initJudgedInActiveSandbox || state === 'created' || state === 'running';
  });
}

/** Walks the init containers from last to first. */
class Walk {
  readonly #input: DecisionInput;
  readonly #containers: readonly Container[];
  readonly #known: readonly ContainerStatus[];
  readonly #start = new Set<number>();
  readonly #kill: ContainerToKill[] = [];
  readonly #resizes: Resize[] = [];
  #initialized: boolean;
  #later: boolean;

  constructor(input: DecisionInput, containers: readonly Container[]) {
    this.#input = input;
    this.#containers = containers;
    this.#known = countedStatuses(input);
    this.#initialized = wasInitialized(input, this.#known);
    this.#later = this.#initialized;
  }

  /** False: the pod has failed. */
  visit(at: number, container: Container): boolean {
    const found = newest(this.#known, container.name);
    if (!found) {
      if (isSidecar(container) && this.#later) this.#start.add(at);
      return true;
    }
    const last = at === this.#containers.length - 1;
    const decision = decideInit({ input: this.#input, container, found, last, later: this.#later });
    this.#take(decision, at, { id: found.id ?? '', container });
    this.#later = true;
    return decision.giveUp !== true;
  }

  #take(decision: InitDecisionFor, at: number, found: Pick<ContainerToKill, 'id' | 'container'>): void {
    this.#initialized ||= decision.initialized ?? false;
    if (decision.startThis) this.#start.add(at);
    if (decision.startNext) this.#start.add(at + 1);
    if (decision.kill) this.#kill.push({ ...found, ...decision.kill });
    if (decision.resize) this.#resizes.push(decision.resize);
  }

  decision(): InitDecision {
    if (!this.#later) this.#start.add(0);
    return {
      initialized: this.#initialized,
      toStart: this.#containers.filter((_, at) => this.#start.has(at)),
      toKill: this.#kill,
      resizes: this.#resizes,
      killPod: false,
    };
  }
}
