// SPDX-License-Identifier: Apache-2.0
import { errorMessage } from '#base/text/error-message.js';
import { rmSync } from 'node:fs';
import type { CriClient } from '#cri/client/client.js';
import { OwnObjects } from '#guard/own-objects.js';
import { cleanUpRuntime, usualCleanUpLimits, type CleanUpLimits } from './clean-up-runtime.js';
import { kindOfStep, type CleanupRules } from './cleanup-kind.js';
import type { PodCgroupsStep } from './cleanup-step.js';
import type { LedgerEndpoint } from './ledger-entry.js';
import type { RunRecord } from './list-runs.js';
import { restartRuntime } from './undo/restart-runtime.js';
import { claimStart } from './start-claim.js';
import { thisPlace } from './run-place.js';
import { joinReports, remains, type UndoReport } from './undo/undo-report.js';
import { undoSteps } from './undo/undo-steps.js';

/** A run that was killed may have stopped the daemon, or started it again, a moment ago. */
const slowestEffectMs = 2_000;

/** A guarded client for one runtime; the caller closes it. */
export type Connect = (endpoint: LedgerEndpoint, own: OwnObjects) => CriClient | Promise<CriClient>;

export interface CleanUpOptions extends Partial<CleanUpLimits> {
  /** Of every launcher that may have left something. */
  readonly rules: CleanupRules;
  /** For a runtime that the user's command starts again. */
  readonly backMs?: number;
  /** What a run that is still alive knows it created; a runtime may omit it from its lists. */
  readonly made?: OwnObjects;
}

/**
 * Removes what a run left, from its ledger alone. Deletes the ledger when nothing remains; otherwise this can
 * be repeated.
 */
export async function cleanUpRun(
  record: RunRecord,
  connect: Connect,
  { rules, backMs, made, ...patience }: CleanUpOptions,
): Promise<UndoReport> {
  const { entries, head, file, strange } = record;
  const limits = { ...usualCleanUpLimits, ...patience };
  const uids = entries.flatMap((entry) => (entry.kind === 'pod-uid' ? entry.uid : []));
  const imagePrefixes = entries.flatMap((entry) => (entry.kind === 'image-prefix' ? entry.prefix : []));
  const others = entries.flatMap((entry) => (entry.kind === 'others' ? entry.ids : []));
  const here = thisPlace();
  const all = entries.flatMap((entry) => (entry.kind === 'step' ? entry.step : []));
  const isSameBoot = (head.place ?? here).boot === here.boot;
  const steps = all.filter((step) => isSameBoot || kindOfStep(step, rules)?.outlivesReboot(step) === true);
  const podCgroups: PodCgroupsStep = { kind: 'pod-cgroups', uids };
  const reports: UndoReport[] = [];
  reports.push(
    ...strange.map((line) => remains(`a ledger line that criprobe did not write, ignored: ${line}`)),
  );
  reports.push(
    await restartRuntime(steps, {
      settleMs: record.alive ? 0 : slowestEffectMs,
      ...(backMs === undefined ? {} : { backMs }),
      claim: (endpoint) => claimStart(record, endpoint, rules),
    }),
  );
  for (const entry of entries) {
    // A runtime of our own ends with everything in it.
    if (entry.kind !== 'endpoint' || entry.owned) continue;
    const own = new OwnObjects({ uids, imagePrefixes, others, answersWereLost: true });
    reports.push(
      await onRuntime(
        entry,
        () => connect(entry, own),
        (client) => cleanUpRuntime(client, { own, made }, limits),
      ),
    );
  }
  reports.push(await undoSteps([...steps, podCgroups], rules));
  const report = joinReports(reports);
  if (report.remains.length === 0) rmSync(file, { force: true });
  return report;
}

async function onRuntime(
  endpoint: LedgerEndpoint,
  connect: () => CriClient | Promise<CriClient>,
  work: (client: CriClient) => Promise<UndoReport>,
): Promise<UndoReport> {
  let client: CriClient | undefined;
  try {
    client = await connect();
    return await work(client);
  } catch (error) {
    return remains(`objects on ${endpoint.endpoint}: ${errorMessage(error)}`);
  } finally {
    client?.close();
  }
}
