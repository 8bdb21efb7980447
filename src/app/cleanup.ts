// SPDX-License-Identifier: Apache-2.0
import { runLabel } from '#base/run-marks.js';
import { exitCode } from '#base/exit-code.js';
import { cleanUpRun } from '#run-ledger/clean-up-run.js';
import { cleanUpRuntime } from '#run-ledger/clean-up-runtime.js';
import { listRuns, type RunRecord } from '#run-ledger/list-runs.js';
import { stateDirectory } from '#run-ledger/state-directory.js';
import { joinReports, type UndoReport } from '#run-ledger/undo/undo-report.js';
import { endpointOf } from '#cri/endpoint.js';
import type { CleanupOptions } from './cleanup-options.js';
import { usageFailure } from './errors/usage-failure.js';
import { absoluteSocket } from './endpoint.js';
import { connectLedgered } from './session/connect-ledgered.js';
import type { Answer, Io } from './use-case.js';

/** Removes what runs left behind: those that were killed, one by name, or with `all` everything that carries our label. */
export async function cleanup(options: CleanupOptions, io: Io): Promise<Answer> {
  const chosen = choose(listRuns(stateDirectory(io.env)), options);
  const reports: UndoReport[] = [];
  for (const record of chosen) reports.push(await cleanUpRun(record, connectLedgered));
  if (options.all && options.runtimeEndpoint !== undefined) reports.push(await labelled(options, io));
  const { removed, remains } = joinReports(reports);
  const runs = chosen.map(({ head }) => head.run);
  const lines = [
    ...removed.map((what) => `removed      ${what}`),
    ...remains.map((what) => `still there  ${what}`),
    summary(runs, { removed, remains }),
  ];
  return {
    exit: remains.length === 0 ? exitCode.ok : exitCode.negative,
    text: `${lines.join('\n')}\n`,
    json: { runs, removed, remains },
  };
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
    throw usageFailure(`Run ${run} still goes on`, `wait for it, or criprobe cleanup --run ${run} --all`);
  }
  return named;
}

/** Objects with our label that no ledger of this machine names: of a run on another one, or whose ledger is lost. */
async function labelled(
  { runtimeEndpoint = '', imageEndpoint }: CleanupOptions,
  { cwd }: Io,
): Promise<UndoReport> {
  const endpoint = endpointOf(absoluteSocket(runtimeEndpoint, cwd));
  const client = await connectLedgered({
    ...{ kind: 'endpoint', endpoint, owned: false },
    imageEndpoint: imageEndpoint === undefined ? endpoint : endpointOf(absoluteSocket(imageEndpoint, cwd)),
  });
  try {
    const listed = await client.call('ListPodSandbox', {}, { deadlineMs: 10_000 });
    if (listed.kind !== 'ok') return { removed: [], remains: [`objects on ${endpoint}: ${listed.message}`] };
    const runs = new Set((listed.response.items ?? []).flatMap(({ labels }) => labels?.[runLabel] ?? []));
    const reports: UndoReport[] = [];
    for (const run of runs) {
      reports.push(await cleanUpRuntime(client, { run, podUids: new Set(), imagePrefixes: [] }));
    }
    return joinReports(reports);
  } finally {
    client.close();
  }
}

function summary(runs: readonly string[], { removed, remains }: UndoReport): string {
  if (runs.length === 0 && removed.length === 0 && remains.length === 0) return 'nothing was left behind';
  return `${runs.length} runs: ${removed.length} things removed, ${remains.length} still there`;
}
