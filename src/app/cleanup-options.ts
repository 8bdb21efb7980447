// SPDX-License-Identifier: Apache-2.0
import type { TargetOptions } from './target-options.js';

export interface CleanupOptions extends TargetOptions {
  /** Id of one run; undefined with `all` false: every run whose process is gone. */
  readonly run: string | undefined;
  /** Also runs that still go on; with an endpoint, what carries our label there and stands in no ledger is named. */
  readonly all: boolean;
  /** What the named run left and cannot be removed is noted no longer. */
  readonly forget: boolean;
}
