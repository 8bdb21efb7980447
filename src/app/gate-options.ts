// SPDX-License-Identifier: Apache-2.0
import type { RunOptions } from './run/run-options.js';

export interface GateOptions extends RunOptions {
  readonly policy: string;
  /** Result file, or a directory that holds result.json. */
  readonly baseline: string | undefined;
  /** Result file to decide on instead of a new run. */
  readonly from: string | undefined;
  /** Also name the rules that are kept, with their facts. */
  readonly explain: boolean;
  /** Print no-go, exit 0. */
  readonly warnOnly: boolean;
  readonly verdictFile: string | undefined;
}
