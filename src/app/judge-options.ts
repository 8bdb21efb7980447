// SPDX-License-Identifier: Apache-2.0
import type { FailOn } from '#results/fail-on.js';
import type { KnownFailing } from '#policy/known-failing.js';
import type { OutputOptions } from './shared/output-options.js';
import type { Selection } from './run/select.js';

export interface JudgeOptions extends OutputOptions {
  /** Path of an evidence.jsonl, or of the directory that holds it. */
  readonly evidence: string;
  readonly selection: Selection;
  readonly knownFailing: readonly KnownFailing[];
  readonly failOn: FailOn;
  readonly passWithNoTests: boolean;
}
