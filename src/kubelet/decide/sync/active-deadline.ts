// SPDX-License-Identifier: Apache-2.0
import type { Pod } from '#pod/pod.js';

/** How long a pod that began then may still be active; Infinity: as long as it likes. Its start counts in whole seconds. */
export function activeLeftMs({ spec }: Pod, beganMs: number, nowMs: number): number {
  const { activeDeadlineSeconds } = spec;
  if (activeDeadlineSeconds === undefined) return Infinity;
  return 1000 * (Math.floor(beganMs / 1000) + activeDeadlineSeconds) - nowMs;
}
