// SPDX-License-Identifier: Apache-2.0
import type { RecordedCall } from '../call.js';
import type { Intent } from '../intent.js';
import type { Observation } from '../observation.js';
import { maxScenarioLines, maxScenarioValues, maxScenarioWeight, type Size } from './weight.js';

export interface WritableCall extends Omit<RecordedCall, 'endedMs' | 'outcome' | 'messages'> {
  endedMs: number | undefined;
  outcome: RecordedCall['outcome'];
  /** Of its answer, for answers that repeat it. */
  values: number;
  readonly messages: { atMs: number; message: never }[];
}

/** A scenario in progress, as far as the recording was read. */
export class Draft {
  beganMs = 0;
  readonly calls: Map<number, WritableCall> = new Map<number, WritableCall>();
  readonly intents: Intent[] = [];
  readonly observations: Observation[] = [];
  #weight = 0;
  #lines = 0;
  #values = 0;

  /** Memory it takes. */
  get weight(): number {
    return this.isTooMuch ? 0 : this.#weight;
  }

  get isTooMuch(): boolean {
    return (
      this.#weight > maxScenarioWeight || this.#lines > maxScenarioLines || this.#values > maxScenarioValues
    );
  }

  /** Adds the size of one more line. */
  add({ weight, values }: Size): void {
    this.#weight += weight;
    this.#lines += 1;
    this.#values += values;
  }

  /** Too large: drops everything that is kept of it. */
  forget(): void {
    this.#weight = Number.POSITIVE_INFINITY;
    this.calls.clear();
    this.intents.length = 0;
    this.observations.length = 0;
  }
}
