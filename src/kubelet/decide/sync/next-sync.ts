// SPDX-License-Identifier: Apache-2.0
import type { Pod } from '#pod/pod.js';
import type { Pace } from '../../model/pace.js';
import type { Problem } from '../report/pod-controller.js';
import type { Traits } from '../../versions/traits.js';

type Timed = Problem & { readonly retryMs?: number };

/** What follows from one sync. */
export interface SyncOutcome {
  readonly nextMs: number;
  readonly relist: boolean;
  readonly reinspect?: boolean;
}

/** How long after a sync with these problems the next one comes, where nothing calls for it earlier. */
export function retryWaitMs(problems: readonly Timed[], pace: Pace, traits: Traits): number {
  if (problems.length === 0) return pace.resyncMs;
  const known = problems.filter(({ reason }) => traits.retryWhenBackOffEnds || reason !== 'CrashLoopBackOff');
  const waits = known.flatMap(({ retryMs }) => (retryMs === undefined ? [] : [retryMs]));
  return waits.length === 0 ? pace.retryMs : Math.min(...waits, pace.resyncMs);
}

/** How long a pod that began then may still be active; Infinity: as long as it likes. Its start counts in whole seconds. */
export function activeLeftMs({ spec }: Pod, beganMs: number, nowMs: number): number {
  const { activeDeadlineSeconds } = spec;
  if (activeDeadlineSeconds === undefined) return Infinity;
  return 1000 * (Math.floor(beganMs / 1000) + activeDeadlineSeconds) - nowMs;
}
