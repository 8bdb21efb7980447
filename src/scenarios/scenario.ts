// SPDX-License-Identifier: Apache-2.0
import type { Pod } from '#pod/pod.js';
import type { Beat } from './beat.js';

/** What a target or host must offer, or the scenario is unsupported there, with the reason. */
export type Need = 'pod-network' | 'host-network' | 'container-processes' | 'events' | 'stats';

/** A story without assertions: a pod and what happens to it. */
export interface Scenario {
  /** `subject.story`; never renamed. */
  readonly id: string;
  /** A sentence in the present tense. */
  readonly title: string;
  readonly needs?: readonly Need[];
  /** Image references start with `registry.test/`; the runner puts our registry in place of it. */
  readonly pod: Pod;
  readonly beats: readonly Beat[];
  /** Contract ids that a run against a faithful runtime exercises; a harness spec holds us to it. */
  readonly exercises: readonly string[];
}

export function defineScenario(scenario: Scenario): Scenario {
  return scenario;
}
