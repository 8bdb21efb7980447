// SPDX-License-Identifier: Apache-2.0
import type { Clock } from '#base/clock.js';

export interface LoopPorts {
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** wait.Until of apimachinery: works, sleeps, and works again until the signal aborts. null: never. */
export async function periodically(
  { clock, signal }: LoopPorts,
  periodMs: number | null,
  work: () => Promise<void>,
): Promise<void> {
  if (periodMs === null) return;
  while (!signal.aborted) {
    await work();
    await clock.sleep(periodMs, signal);
  }
}
