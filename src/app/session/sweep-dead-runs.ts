// SPDX-License-Identifier: Apache-2.0
import { cleanUpRun } from '#run-ledger/clean-up-run.js';
import { listRuns } from '#run-ledger/list-runs.js';
import type { Io } from '../use-case.js';
import { connectLedgered } from './connect-ledgered.js';

/** Removes what killed runs left, so that a new one meets a node as it was. */
export async function sweepDeadRuns(state: string, { progress }: Pick<Io, 'progress'>): Promise<void> {
  for (const record of listRuns(state).filter(({ alive }) => !alive)) {
    const { removed, remains } = await cleanUpRun(record, connectLedgered);
    progress.line(`run ${record.head.run} had been killed: removed ${removed.length} things it left`);
    for (const what of remains) progress.line(`  still there: ${what}`);
  }
}
