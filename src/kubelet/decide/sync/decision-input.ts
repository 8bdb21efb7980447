// SPDX-License-Identifier: Apache-2.0
import type { Pod } from '#pod/pod.js';
import type { Traits } from '../../versions/traits.js';
import type { ActuatedResources } from './actuated-resources.js';
import type { ProbeResults } from './probe-results.js';
import type { PodStatus } from '../report/pod-status.js';

/** Everything a decision depends on. */
export interface DecisionInput {
  readonly pod: Pod;
  readonly status: PodStatus;
  readonly probes: ProbeResults;
  readonly actuated: ActuatedResources;
  readonly traits: Traits;
}
