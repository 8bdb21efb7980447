// SPDX-License-Identifier: Apache-2.0
import { join, relative } from 'node:path';
import { abortedAfter, endsBefore } from '#base/giving-up.js';
import { Failure } from '#base/failure.js';
import { errorMessage } from '#base/text/error-message.js';
import { openEvidenceWriter, type EvidenceWriter } from '#evidence/write/evidence-writer.js';
import type { Footer } from '#evidence/event.js';
import type { Scenario } from '#scenarios/scenario.js';
import type { ScenarioEnding } from '#runner/run-scenario.js';
import { flagsOfChange } from './change-flags.js';
import { headerOf, runContextOf } from './make-run-context.js';
import { failureOf } from '#base/errors/catalogue.js';
import { judgeRecording } from './judge-recording.js';
import { checkEvidenceIsThere, outputDirectory } from './output-directory.js';
import type { OutageGroups } from '#runner/outages/outage-groups.js';
import type { Patience } from '#runner/patience.js';
import { runEndedAs, playScenarios } from '#runner/play-scenarios.js';
import { workersFor, type RunOptions } from './run-options.js';
import type { Work } from './select.js';
import type { RunReport } from './show-run.js';
import { announceTarget } from '../target/session/announce.js';
import { openSession, type TargetSession } from '../target/session/session.js';
import { runtimeLog, saveRuntimeLog, type RuntimeLog } from '../target/session/runtime-log.js';
import { openTarget } from '../target/session/open-target.js';
import type { Target } from '../target/session/target.js';
import { timeLimit } from './time-limit.js';
import type { Io } from '../shared/use-case.js';
import { writeWithheld } from '#runner/withheld-events.js';
import { tee } from './tee.js';

/** A finished run: played, cleaned up, judged. */
export interface RunOutcome extends RunReport {
  readonly ended: Footer['ended'];
}

/** Plays the scenarios on a runtime, cleans up, and judges the recording. */
export async function executeRun(options: RunOptions, work: Work, io: Io): Promise<RunOutcome> {
  const limit = timeLimit(io.signal, options.globalTimeoutMs);
  const limited = { ...io, signal: limit.signal };
  try {
    const recording = await driveInSession(options, work, limited);
    await checkEvidenceIsThere(recording.evidencePath);
    const tooLate = abortedAfter(limit.signal, judgingMs);
    const judged = await judgeRecording(recording.evidencePath, work, tooLate);
    const ended = recording.ended === 'done' && tooLate.aborted ? runEndedAs(limit.signal) : recording.ended;
    return { ...judged, ...recording, ended, evidenceFile: asTyped(recording.evidencePath, io.cwd) };
  } catch (error) {
    throw limit.signal.reason === 'timeout' && !(error instanceof Failure) ? timeIsUp(error) : error;
  } finally {
    limit.end();
  }
}

/** How long judging may take after an interruption. */
const judgingMs = 3_000;

function timeIsUp(cause: unknown): Failure {
  return failureOf('E-TIME-UP', '--global-timeout passed before there was anything to judge', {
    seen: errorMessage(cause),
    cause,
  });
}

async function driveInSession(options: RunOptions, work: Work, io: Io): Promise<RunRecording> {
  const session = await openSession(options, io);
  const learnt: Learnt = {};
  const { finish, ...recording } = await drive({ options, work, io, session, learnt }).finally(async () => {
    for (const what of await session.end(experienceOf(learnt)))
      io.progress.line(`could not be cleaned up: ${what}`);
  });
  finish();
  return { ...recording, notOurs: session.own.withheld.map(({ message }) => message) };
}

interface Learnt {
  /** From the first scenario on. */
  patience?: Patience;
}

/** A runtime that does not answer, or do what it says, is not given the usual time to come to rest either. */
const settleMs = 10_000;

function experienceOf({ patience }: Learnt): Parameters<TargetSession['end']>[0] {
  if (patience === undefined) return undefined;
  return {
    callLimit: (rpc) => patience.limitOf(rpc),
    ...(patience.wasInVain && { settleMs }),
  };
}

interface RunInput {
  readonly options: RunOptions;
  readonly work: Work;
  readonly io: Io;
  readonly session: TargetSession;
  readonly learnt: Learnt;
}

interface RunRecording {
  readonly directory: string;
  readonly evidencePath: string;
  readonly targetFlags: string;
  readonly ended: Footer['ended'];
  /** Includes what was withheld in scenarios that are too large to judge. */
  readonly notOurs: readonly string[];
}

interface OpenRecording extends Omit<RunRecording, 'notOurs'> {
  /** Records the rest, once everything is cleaned up. */
  readonly finish: () => void;
}

async function drive(input: RunInput): Promise<OpenRecording> {
  const { options, io, session } = input;
  const target = await openTarget(session, options, io);
  try {
    announceTarget(target, session, io);
    const directory = await outputDirectory(options.output, session.run, io);
    const evidencePath = join(directory, 'evidence.jsonl');
    const log = runtimeLog(options.runtimeLog ?? logOf(target));
    const writer = tee(openEvidenceWriter(evidencePath, options.maxEvidenceBytes), options, io);
    const before = session.own.withheld.length;
    try {
      const ended = await recordAll(input, target, writer);
      const after = session.own.withheld.length;
      const finish = (): void => {
        const { withheld } = session.own;
        writeWithheld(writer, [...withheld.slice(0, before), ...withheld.slice(after)]);
        writer.close();
      };
      const targetFlags = flagsOfChange(target.flags, options.change);
      return { directory, evidencePath, ended, targetFlags, finish };
    } catch (error) {
      writer.close();
      throw error;
    } finally {
      await endsBefore(abortedAfter(io.signal, logMs), keepLog(log, directory, io));
    }
  } finally {
    await target.close();
  }
}

/** How long saving the runtime's log may take after an interruption. */
const logMs = 1_000;

function logOf({ logFile }: Target): string {
  return logFile === undefined ? 'none' : `file:${logFile}`;
}

async function keepLog(log: RuntimeLog | undefined, directory: string, io: Io): Promise<void> {
  const complaint = log && (await saveRuntimeLog(log, join(directory, 'runtime.log'), io));
  if (complaint !== undefined) io.progress.line(complaint);
}

async function recordAll(input: RunInput, target: Target, writer: EvidenceWriter): Promise<Footer['ended']> {
  const { options, work, io, session } = input;
  const { scenarios } = work;
  let done = 0;
  const onEnd = (scenario: Scenario, ending: ScenarioEnding): void => {
    done++;
    const count = `[${String(done).padStart(String(scenarios.length).length)}/${scenarios.length}]`;
    const how = ending.ended === 'done' ? '' : `  ${ending.ended}: ${ending.reason}`;
    if (!io.isTty || how !== '') io.progress.line(`${count} ${scenario.id}${how}`);
    io.progress.live(`${count} scenarios done, last ${scenario.id}`);
  };
  io.progress.live(`[0/${scenarios.length}] scenarios`);
  const signal = AbortSignal.any([io.signal, writer.broken]);
  const runContext = await runContextOf({ options, work, session, target, writer, signal });
  input.learnt.patience = runContext.patience;
  const ended = await playScenarios({
    header: headerOf({ options, work, session, target }),
    runContext,
    scenarios,
    workers: workersFor(options.workers, target),
    onEnd,
  }).finally(() => restoreVersion(runContext.outageGroups, io));
  io.progress.live('');
  return ended;
}

async function restoreVersion(outageGroups: OutageGroups, io: Io): Promise<void> {
  const stays = await outageGroups.restore(io.signal.aborted).catch(errorMessage);
  if (stays !== undefined) io.progress.line(stays);
}

/** A path, relative to `cwd` where that is shorter. */
function asTyped(path: string, cwd: string): string {
  const near = relative(cwd, path);
  return near.startsWith('..') ? path : near;
}
