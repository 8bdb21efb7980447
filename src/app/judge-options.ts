// SPDX-License-Identifier: Apache-2.0
import type { FailOn } from '#compare/fail-on.js';
import type { KnownFailing } from '#policy/known-failing.js';
import type { OutputOptions } from './output-options.js';
import type { Selection } from './select.js';

export interface JudgeOptions extends OutputOptions {
  /** Path of an evidence.jsonl, or of the directory that holds it. */
  readonly evidence: string;
  readonly selection: Selection;
  readonly knownFailing: readonly KnownFailing[];
  readonly failOn: FailOn;
  readonly passWithNoTests: boolean;
}
