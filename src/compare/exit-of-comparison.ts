// SPDX-License-Identifier: Apache-2.0
import { type ExitCode, exitCode } from '#base/exit-code.js';
import { countedDifferences, type Comparison, type Counted } from './compare-results.js';
import { executedAmong } from '#results/executed.js';

/** A target on which nothing was executed agrees with everybody; that is not agreement. */
export function exitOfComparison(comparison: Comparison, counted: Counted): ExitCode {
  if (countedDifferences(comparison, counted).length > 0) return exitCode.failed;
  const idle = comparison.targets.some(({ result }) => executedAmong(result.rulings) === 0);
  return idle ? exitCode.nothingRan : exitCode.ok;
}
