// SPDX-License-Identifier: Apache-2.0
import { exitCode, type ExitCode } from '#base/exit-code.js';
import { jsonText } from '#base/text/json-text.js';
import { allContracts } from '#contracts/all.generated.js';
import { maxSettingsBytes } from '#files/read-named-text.js';
import { decide } from '#policy/decide.js';
import { gateJson } from '#policy/gate-json.js';
import { parsePolicy } from '#policy/parse-policy.js';
import { renderGate } from '#report/gate-terminal.js';
import type { RunOutcome } from './run/execute-run.js';
import type { RunOptions } from './run/run-options.js';
import { exitWithReservations, reservationsText, type Reservations } from '#runner/reservations.js';
import { writeOutput } from './run/output-directory.js';
import { readResult, readText } from './shared/read-result.js';
import { paletteFor } from './shared/palette-for.js';
import type { CommandResult, Io } from './shared/use-case.js';

export interface GateOptions extends RunOptions {
  readonly policy: string;
  /** Result file, or a directory that contains result.json. */
  readonly baseline: string | undefined;
  /** Result file to judge instead of a new run. */
  readonly from: string | undefined;
  /** Also print the rules that passed, with their facts. */
  readonly explain: boolean;
  /** Print no-go, exit 0. */
  readonly warnOnly: boolean;
  readonly verdictFile: string | undefined;
}

/** Go or no-go: checks a result, new or read from a file, against a policy. */
export async function gate(options: GateOptions, io: Io): Promise<CommandResult> {
  const { policy: policyFile, explain, warnOnly, verdictFile } = options;
  const { signal } = io;
  const asked = await readText(policyFile, { what: 'a gate policy', maxBytes: maxSettingsBytes, signal });
  const policy = parsePolicy(asked, policyFile);
  const baseline = options.baseline === undefined ? undefined : await readResult(options.baseline, signal);
  const candidate = await candidateOf(options, io);
  const { result, ended } = candidate;
  const today = io.now().toISOString().slice(0, 10);
  const knownFailing = [...policy.knownFailing, ...options.knownFailing];
  const judged = { ...policy, knownFailing };
  const decision = decide(judged, { result, baseline, today, catalogue: allContracts });
  const context = { policyFile, result, baseline, today };
  const json = gateJson(decision, context);
  if (verdictFile !== undefined) await writeOutput(verdictFile, `${jsonText(json, 2)}\n`, signal);
  const palette = paletteFor(io);
  return {
    exit: exitWithReservations(exitOf(decision.go || warnOnly, ended), candidate),
    text: `${renderGate(decision, context, { explain, palette })}${reservationsText(candidate)}`,
    json,
  };
}

type Candidate = Pick<RunOutcome, 'result'> & Partial<Pick<RunOutcome, 'ended' | keyof Reservations>>;

/** A run that was cut short yields neither go nor no-go. */
function exitOf(isGood: boolean, ended: Candidate['ended']): ExitCode {
  if (ended === 'timeout') return exitCode.globalTimeout;
  if (ended === 'runtime-gone') return exitCode.failed;
  return isGood ? exitCode.ok : exitCode.failed;
}

async function candidateOf(options: GateOptions, io: Io): Promise<Candidate> {
  if (options.from !== undefined) return { result: await readResult(options.from, io.signal) };
  const { runAndReport } = await import('./run/run-and-report.js');
  return runAndReport(options, io);
}
