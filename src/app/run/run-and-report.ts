// SPDX-License-Identifier: Apache-2.0
import { everything, ofRuns } from './catalogue.js';
import { executeRun, type RunOutcome } from './execute-run.js';
import type { RunOptions } from './run-options.js';
import { selectWork } from './select.js';
import { writeReports } from './show-run.js';
import type { Io } from '../shared/use-case.js';

/**
 * Runs for callers that need the result. Commands that often read a result instead load this only to run one.
 */
export async function runAndReport(options: RunOptions, io: Io): Promise<RunOutcome> {
  const work = selectWork(options.selection, ofRuns, everything);
  const outcome = await executeRun(options, work, io);
  await writeReports(outcome, options, io);
  return outcome;
}
