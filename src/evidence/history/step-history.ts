// SPDX-License-Identifier: Apache-2.0
import type { Intent, StepParameters } from '../intent.js';

/** A step of the scenario, from beginning to end. */
export interface StepHistory {
  readonly name: string;
  readonly parameters: StepParameters;
  readonly beganMs: number;
  /** Undefined: it did not happen. */
  readonly endedMs: number | undefined;
}

/** In the order they began. */
export function stepsIn(intents: readonly Intent[]): readonly StepHistory[] {
  const ends = new Map(
    intents.flatMap((event) => (event.type === 'step-end' ? [[event.nth, event.atMs] as const] : [])),
  );
  return intents.flatMap((event) => {
    if (event.type !== 'step') return [];
    const { nth, name, parameters, atMs: beganMs } = event;
    return [{ name, parameters, beganMs, endedMs: ends.get(nth) }];
  });
}
