// SPDX-License-Identifier: Apache-2.0
import type { TargetOptions } from './target/target-options.js';

export interface CleanupOptions extends TargetOptions {
  /** Id of one run; undefined with `all` false: every run whose process is gone. */
  readonly run: string | undefined;
  /** Also runs that are still going on. */
  readonly all: boolean;
  /** What `run` left and cannot be removed is noted no longer. */
  readonly forget: boolean;
}
