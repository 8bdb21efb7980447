// SPDX-License-Identifier: Apache-2.0
import { type ExitCode, exitCode } from '#base/exit-code.js';
import { executedAmong } from './executed.js';
import type { Result } from './result.js';
import { type ExitOptions, failuresOf } from './verdict-of.js';

/** An undecided contract is not a kept one: it counts like a violated one of its level. */
export function exitCodeOf(result: Result, options: ExitOptions = {}): ExitCode {
  if (failuresOf(result, options).length > 0) return exitCode.failed;
  if (executedAmong(result.rulings) > 0 || options.passWithNoTests === true) return exitCode.ok;
  return exitCode.nothingRan;
}
