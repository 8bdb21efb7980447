// SPDX-License-Identifier: Apache-2.0
import { printable } from '#base/text/printable.js';
import { withoutTelling } from '#base/text/secrets.js';
import { runLabel } from '#base/run-marks.js';
import { shellQuoted } from '#base/text/shell-quoted.js';
import { detectApiVersion } from '#cri/client/detect-api-version.js';
import { connectToRead } from '#guard/connect.js';
import { exitCode, type ExitCode } from '#base/exit-code.js';
import { allCleanupRules } from '#launchers/all-cleanup-rules.js';
import { forgetRun, listRuns, type RunRecord } from '#run-ledger/list-runs.js';
import { stateDirectory } from '#run-ledger/state-directory.js';
import { joinReports, remains, type UndoReport } from '#run-ledger/undo/undo-report.js';
import { endpointOf } from '#cri/client/endpoint.js';
import type { TargetOptions } from './target/target-options.js';
import { usageFailure } from '#base/errors/usage-failure.js';
import { absoluteSocket } from './target/endpoint.js';
import { cleanUpImpatiently } from './target/session/clean-up-impatiently.js';
import { connectLedgered } from './target/session/connect-ledgered.js';
import type { CommandResult, Io } from './shared/use-case.js';

const deadlineMs = 10_000;

export interface CleanupOptions extends TargetOptions {
  /** Id of one run. Undefined, with `all` false: every run whose process is dead. */
  readonly run: string | undefined;
  /** Also clean up runs that are still in progress. */
  readonly all: boolean;
  /** Drop `run` from the ledger, even if some of it cannot be removed. */
  readonly forget: boolean;
}

/** Removes what runs left behind: killed runs, one run by id, or with `all` also runs in progress. */
export async function cleanup(options: CleanupOptions, io: Io): Promise<CommandResult> {
  const { records, refused } = listRuns(stateDirectory(io.env), allCleanupRules);
  const chosen = choose(records, options);
  const reports: UndoReport[] = refused.map((line) => remains(line));
  for (const record of chosen) reports.push(await cleanUpOne(record, io.signal));
  if (options.runtimeEndpoint !== undefined && !io.signal.aborted)
    reports.push(await labelled(options, records, io));
  const { removed, remains: left } = joinReports(reports);
  const forgotten =
    options.forget && left.length > 0 ? chosen.filter(({ alive }) => !alive).map(forgetRun) : [];
  const runs = chosen.map(({ head }) => head.run);
  const lines = [
    ...removed.map((what) => `removed      ${what}`),
    ...left.map((what) => `still there  ${what}`),
    ...forgotten.map((run) => `forgotten    run ${run}; remove what remains yourself`),
    ...(left.length > 0 && chosen.length > 0 && !options.forget ? [whenToForget] : []),
    summary(runs, { removed, remains: left }),
  ];
  return {
    exit: exitOf(left.length === 0 || options.forget, io.signal),
    text: `${lines.map(withoutTelling).map(printable).join('\n')}\n`,
    json: { runs, removed, remains: left, forgotten },
  };
}

function exitOf(isDone: boolean, { aborted }: AbortSignal): ExitCode {
  if (aborted) return exitCode.interrupted;
  return isDone ? exitCode.ok : exitCode.failed;
}

async function cleanUpOne(record: RunRecord, interrupted: AbortSignal): Promise<UndoReport> {
  if (interrupted.aborted) return remains(`what run ${record.head.run} left: interrupted before its turn`);
  return cleanUpImpatiently(record, connectLedgered, { interrupted });
}

function choose(records: readonly RunRecord[], { run, all }: CleanupOptions): readonly RunRecord[] {
  if (run === undefined) return all ? records : records.filter(({ alive }) => !alive);
  const named = records.filter(({ head }) => head.run === run);
  if (named.length === 0) {
    const known = records.map(({ head }) => head.run).join(', ');
    throw usageFailure(
      `No run ${run} left anything on this machine`,
      known === '' ? 'nothing to do' : `one of ${known}`,
    );
  }
  if (named.some(({ alive }) => alive) && !all) {
    throw usageFailure(
      `Run ${run} is still in progress`,
      `wait for it, or criprobe cleanup --run ${run} --all`,
    );
  }
  return named;
}

/**
 * Sandboxes with our label that no ledger on this machine names: from a run on another machine, or whose
 * ledger is lost. A label is only the runtime's claim, and without a ledger we cannot check it, so a person
 * decides.
 */
async function labelled(
  { runtimeEndpoint = '' }: CleanupOptions,
  records: readonly RunRecord[],
  { cwd }: Io,
): Promise<UndoReport> {
  const endpoint = endpointOf(absoluteSocket(runtimeEndpoint, cwd));
  const detected = await detectApiVersion(endpoint, deadlineMs);
  const apiVersion = detected.kind === 'none' ? 'v1' : detected.kind;
  const client = connectToRead({ runtimeEndpoint: endpoint, apiVersion });
  try {
    const listed = await client.call('ListPodSandbox', {}, { deadlineMs });
    if (listed.kind !== 'ok') return remains(`objects on ${endpoint}: ${listed.message}`);
    const known = new Set(records.map(({ head }) => head.run));
    return joinReports(
      (listed.response.items ?? []).flatMap(({ id = '', labels }) => {
        const run = labels?.[runLabel];
        if (run === undefined || known.has(run)) return [];
        const byHand = `crictl -r ${shellQuoted(endpoint)} rmp -f ${shellQuoted(id)}`;
        return remains(
          `sandbox ${id} carries the label of run ${run}, which has no ledger here; if it is yours: ${byHand}`,
        );
      }),
    );
  } finally {
    client.close();
  }
}

/** Only the user can know that a runtime will not come back. */
const whenToForget =
  'if the runtime is gone for good, so is what a run left on it; then: criprobe cleanup --forget <run>';

function summary(runs: readonly string[], { removed, remains: left }: UndoReport): string {
  if (runs.length === 0 && removed.length === 0 && left.length === 0) return 'nothing was left behind';
  return `${runs.length} runs: ${removed.length} things removed, ${left.length} still there`;
}
