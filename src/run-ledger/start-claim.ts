// SPDX-License-Identifier: Apache-2.0
import { randomUUID } from 'node:crypto';
import { appendFileSync, readFileSync, truncateSync } from 'node:fs';
import { dirname } from 'node:path';
import { errorMessage } from '#base/text/error-message.js';
import { startTicksOf } from '#host/process-identity.js';
import type { CleanupRules } from './cleanup-kind.js';
import { isStartTried, type StartTriedStep } from './cleanup-step.js';
import type { LedgerEntry } from './ledger-entry.js';
import { listRuns, readRun, type RunRecord } from './list-runs.js';

/** The right to run a recorded start command. */
export type StartClaim =
  | { readonly isGranted: true; readonly started: (pid: number) => void }
  | { readonly isGranted: false; readonly why: string };

/**
 * A recorded start command runs at most once, whoever finds the ledger, and however many runs recorded it for
 * the same outage: otherwise each of them might start one more daemon. So the ledger says that it was run
 * before it is.
 */
export function claimStart(
  { file, head }: Pick<RunRecord, 'file' | 'head'>,
  endpoint: string,
  rules: CleanupRules,
): StartClaim {
  const state = dirname(dirname(file));
  const earlier = triesIn(listRuns(state, rules).records, endpoint).find(({ at }) => at >= head.startedAt);
  const now = new Date().toISOString();
  const own: StartTriedStep = { kind: 'start-tried', endpoint, at: earlier?.at ?? now, by: randomUUID() };
  try {
    append(file, own);
  } catch (error) {
    return refused(`it is not run, because the ledger cannot be written: ${errorMessage(error)}`);
  }
  // If two cleanups get this far at the same time, the first line wins.
  const [first = own] = triesIn([readRun(file, rules)], endpoint);
  const sooner = earlier ?? (first.by === own.by ? undefined : first);
  if (sooner !== undefined) return refused(`it was already run at ${sooner.at}`);
  return {
    isGranted: true,
    started: (pid) => {
      noteRunning(file, { ...own, running: { pid, startTicks: startTicksOf(pid) } });
    },
  };
}

const refused = (why: string): StartClaim => ({ isGranted: false, why });

function triesIn(records: readonly (RunRecord | undefined)[], endpoint: string): readonly StartTriedStep[] {
  return records
    .flatMap((record) => record?.entries ?? [])
    .flatMap((entry) => (entry.kind === 'step' && isStartTried(entry.step) ? [entry.step] : []))
    .filter((tried) => tried.endpoint === endpoint);
}

/** Only so that a concurrent cleanup waits for it. */
function noteRunning(file: string, tried: StartTriedStep): void {
  try {
    append(file, tried);
  } catch {
    // The ledger already says that it was run.
  }
}

function append(file: string, step: StartTriedStep): void {
  const text = readFileSync(file);
  const whole = text.lastIndexOf('\n') + 1;
  // A line that was cut off when its run was killed would corrupt the next one.
  if (whole < text.length) truncateSync(file, whole);
  const entry: LedgerEntry = { kind: 'step', step };
  appendFileSync(file, `${JSON.stringify(entry)}\n`, { mode: 0o600 });
}
