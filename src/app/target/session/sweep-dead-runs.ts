// SPDX-License-Identifier: Apache-2.0
import { detectApiVersion } from '#cri/client/detect-api-version.js';
import { connectToRead } from '#guard/connect.js';
import { allCleanupRules } from '#launchers/all.js';
import type { Connect } from '#run-ledger/clean-up-run.js';
import type { LedgerEndpoint } from '#run-ledger/ledger-entry.js';
import { listRuns } from '#run-ledger/list-runs.js';
import type { Io } from '../../shared/use-case.js';
import { connectLedgered } from './connect-ledgered.js';
import { cleanUpImpatiently } from './clean-up-impatiently.js';

/** For a runtime that its owner's command starts again; `cleanup` waits longer. */
const backMs = 5_000;
/** For each of the first answers of a runtime. */
const answerMs = 3_000;

/** Removes what killed runs left, so that a new one meets a node as it was. A runtime that is gone for good holds nobody up. */
export async function sweepDeadRuns(
  state: string,
  { progress, signal }: Pick<Io, 'progress' | 'signal'>,
): Promise<void> {
  const { records, refused } = listRuns(state, allCleanupRules);
  const connect = connectIfThere();
  for (const line of refused) progress.line(line);
  for (const record of records.filter(({ alive }) => !alive)) {
    if (signal.aborted) return;
    const { run } = record.head;
    const { removed, remains } = await cleanUpImpatiently(record, connect, { backMs, interrupted: signal });
    const left =
      remains.length === 0 ? '' : `, still there: ${remains.join('; ')} (criprobe cleanup --run ${run})`;
    progress.line(`run ${run} had been killed: removed ${removed.length} things it left${left}`);
  }
}

/** A runtime that does not answer is not asked again for the next run that was on it. */
function connectIfThere(): Connect {
  const silent = new Map<string, string>();
  return async (ledgered, own) => {
    const { endpoint } = ledgered;
    const why = silent.get(endpoint) ?? (await silenceOf(ledgered));
    if (why === undefined) return connectLedgered(ledgered, own);
    silent.set(endpoint, why);
    throw new Error(why);
  };
}

/** Why nothing can be cleaned up on it now. */
async function silenceOf({ endpoint }: LedgerEndpoint): Promise<string | undefined> {
  const { kind: apiVersion } = await detectApiVersion(endpoint, answerMs);
  if (apiVersion === 'none') return 'it does not answer';
  const client = connectToRead({ runtimeEndpoint: endpoint, apiVersion });
  try {
    for (const method of ['ListPodSandbox', 'ListContainers'] as const) {
      const { kind } = await client.call(method, {}, { deadlineMs: answerMs });
      if (kind === 'unanswered') return `it does not answer ${method}`;
    }
    return undefined;
  } finally {
    client.close();
  }
}
