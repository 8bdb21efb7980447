// SPDX-License-Identifier: Apache-2.0
import type { Pod } from '#pod/pod.js';
import type { Pace } from '../../model/pace.js';
import type { Problem } from '../report/pod-controller.js';
import type { Traits } from '../../versions/traits.js';

type RetryableProblem = Problem & { readonly retryMs?: number };

/** What follows a sync. */
export interface SyncOutcome {
  readonly nextMs: number;
  readonly relist: boolean;
  readonly reinspect?: boolean;
}

/**
 * pod_workers.go, completeWork: how long after a sync the next one comes, unless something triggers it
 * earlier.
 */
export function retryWaitMs(problems: readonly RetryableProblem[], pace: Pace, traits: Traits): number {
  if (problems.length === 0) return pace.resyncMs;
  const known = problems.filter(({ reason }) => traits.retryWhenBackOffEnds || reason !== 'CrashLoopBackOff');
  const waits = known.flatMap(({ retryMs }) => (retryMs === undefined ? [] : [retryMs]));
  return waits.length === 0 ? pace.retryMs : Math.min(...waits, pace.resyncMs);
}

/**
 * active_deadline.go, pastActiveDeadline: how long the pod may still run. Its start counts in whole seconds.
 */
export function activeLeftMs({ spec }: Pod, beganMs: number, nowMs: number): number {
  const { activeDeadlineSeconds } = spec;
  if (activeDeadlineSeconds === undefined) return Infinity;
  return 1000 * (Math.floor(beganMs / 1000) + activeDeadlineSeconds) - nowMs;
}
