// SPDX-License-Identifier: Apache-2.0
import type { ExitCode } from '../exit-code.js';

/** One kind of failure, as `explain` and docs/errors.md show it. */
export interface ErrorEntry {
  readonly title: string;
  readonly exit: ExitCode;
  /** What is seen on the wire or in the runtime's answer. */
  readonly seen: string;
  readonly likely: string;
  readonly fix: string;
}
