// SPDX-License-Identifier: Apache-2.0
import type { KnownFailing } from './known-failing.js';
import { defaultOutput, type FailOn, type OutputOptions } from './output-options.js';
import type { Selection } from './select.js';
import { defaultTarget, type TargetOptions } from './target-options.js';

export interface RunOptions extends TargetOptions, OutputOptions {
  readonly selection: Selection;
  readonly knownFailing: readonly KnownFailing[];
  /** Scenarios at the same time. */
  readonly workers: number;
  readonly passWithNoTests: boolean;
  readonly failOn: FailOn;
  readonly globalTimeoutMs: number | undefined;
}

export const defaultRun: RunOptions = {
  ...defaultTarget,
  ...defaultOutput,
  selection: { ids: [], only: [], skip: [] },
  knownFailing: [],
  workers: 4,
  passWithNoTests: false,
  failOn: 'must',
  globalTimeoutMs: undefined,
};
