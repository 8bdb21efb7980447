// SPDX-License-Identifier: Apache-2.0
import type { RunOptions } from './run/run-options.js';

/** One side of a comparison. */
export interface ComparedTarget {
  readonly name: string;
  readonly kind: 'endpoint' | 'managed' | 'result';
  /** Endpoint, managed spec or path of a result file. */
  readonly value: string;
}

/** The run options hold for every side that has to be run. `failOn` here speaks of divergences. */
export interface CompareOptions extends RunOptions {
  readonly targets: readonly ComparedTarget[];
  /** Name of the side the others are compared with; undefined: all with all. */
  readonly baseline: string | undefined;
  readonly markdown: boolean;
  /** A feature that only some of the targets have counts as a divergence does. */
  readonly failOnFeatures: boolean;
}
