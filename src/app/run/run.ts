// SPDX-License-Identifier: Apache-2.0
import { exitCode, type ExitCode } from '#base/exit-code.js';
import { jsonText } from '#base/text/json-text.js';
import { everything, ofRuns } from './catalogue.js';
import { executeRun, type RunOutcome } from './execute-run.js';
import { exitWithReservations } from '#runner/reservations.js';
import { exitGiven, knownOf, type KnownFailures } from './known.js';
import { failureOf } from '#base/errors/catalogue.js';
import type { RunOptions } from './run-options.js';
import { selectWork, type Work } from './select.js';
import { showRun, writeReports } from './show-run.js';
import type { CommandResult, Io } from '../shared/use-case.js';

/** Plays, judges, reports: the verdict on one runtime. */
export async function run(options: RunOptions, io: Io, catalogue: Work = ofRuns): Promise<CommandResult> {
  const work = selectWork(options.selection, catalogue, everything);
  if (work.scenarios.length === 0 && !options.passWithNoTests)
    throw failureOf('E-NOTHING', 'The selection leaves no scenario to run');
  const outcome = await executeRun(options, work, io);
  const known = knownOf(options.knownFailing, outcome.result, io.now());
  await writeReports(outcome, options, io);
  const text = showRun(outcome, { options, io, known });
  if (options.ndjson) io.err(text);
  return {
    exit: exitOf(outcome, options, known),
    text: options.ndjson ? `${jsonText({ type: 'result', ...outcome.result })}\n` : text,
    json: outcome.result,
  };
}

function exitOf(outcome: RunOutcome, options: RunOptions, known: KnownFailures): ExitCode {
  if (outcome.ended === 'timeout') return exitCode.globalTimeout;
  if (outcome.ended === 'runtime-gone') return exitCode.failed;
  return exitWithReservations(exitGiven(known, outcome.result, options), outcome);
}
