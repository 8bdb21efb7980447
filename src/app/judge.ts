// SPDX-License-Identifier: Apache-2.0
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { KnownFailing } from '#policy/known-failing.js';
import type { FailOn } from '#results/fail-on.js';
import { everything } from './run/catalogue.js';
import { judgeRecording } from './run/judge-recording.js';
import { exitWithReservations } from '#runner/reservations.js';
import { exitGiven, knownOf } from './run/known.js';
import { selectWork, type Selection } from './run/select.js';
import type { OutputOptions } from './shared/output-options.js';
import { withoutCommands } from './shared/shown-commands.js';
import { showRun, writeReports } from './run/show-run.js';
import type { CommandResult, Io } from './shared/use-case.js';

export interface JudgeOptions extends OutputOptions {
  /** Path of an evidence.jsonl, or of its directory. */
  readonly evidence: string;
  readonly selection: Selection;
  readonly knownFailing: readonly KnownFailing[];
  readonly failOn: FailOn;
  readonly passWithNoTests: boolean;
}

/** Judges a recording again, without a runtime. Writes reports only on request. */
export async function judge(options: JudgeOptions, io: Io): Promise<CommandResult> {
  const path = await recordingAt(options.evidence);
  const work = selectWork(options.selection, everything);
  const judged = await judgeRecording(path, work, io.signal);
  if (io.signal.aborted) throw new Error('interrupted');
  const known = knownOf(options.knownFailing, judged.result, io.now());
  const shown = {
    ...judged,
    evidenceFile: path,
    targetFlags: withoutCommands(judged.header.target.flags ?? `-r ${judged.result.target.endpoint}`),
    directory: options.output,
  };
  await writeReports(shown, options, io);
  return {
    exit: exitWithReservations(exitGiven(known, judged.result, options), judged),
    text: showRun(shown, { options, io, known }),
    json: judged.result,
  };
}

async function recordingAt(path: string): Promise<string> {
  const found = await stat(path).catch(() => undefined);
  return found?.isDirectory() === true ? join(path, 'evidence.jsonl') : path;
}
