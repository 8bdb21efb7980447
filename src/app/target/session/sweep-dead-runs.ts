// SPDX-License-Identifier: Apache-2.0
import type { ApiVersion } from '#cri/api-version.js';
import { detectApiVersion } from '#cri/client/detect-api-version.js';
import { socketPath } from '#cri/client/endpoint.js';
import { connectToRead } from '#guard/connect.js';
import { allCleanupRules } from '#launchers/all-cleanup-rules.js';
import type { Connect } from '#run-ledger/clean-up-run.js';
import type { LedgerEndpoint } from '#run-ledger/ledger-entry.js';
import { isDown } from '#run-ledger/cleanup-step.js';
import { listRuns, type RunRecord } from '#run-ledger/list-runs.js';
import { canonicalPath } from '#run-ledger/state-directory.js';
import type { Io } from '../../shared/use-case.js';
import { connectLedgered } from './connect-ledgered.js';
import { cleanUpImpatiently } from './clean-up-impatiently.js';

/** For the whole sweep: the user is waiting for the new run. `cleanup` takes its time. */
const sweepMs = 10_000;
/** Time for a cleanup to report what remains, within the above. */
const lastWordsMs = 1_500;
/** For a runtime that the user's command starts again. */
const backMs = 5_000;
/** For each of a runtime's first answers. */
const answerMs = 3_000;

/** The runtime that a new run is for. */
export type SweptRuntime =
  | { readonly kind: 'socket'; readonly path: string }
  /** One that the run starts. */
  | { readonly kind: 'own' }
  /** None was found; a killed run may have stopped it. */
  | { readonly kind: 'unknown' };

/**
 * Removes what killed runs left, so that a new run finds the node clean. Runs on other runtimes are only
 * named and left to `cleanup`, so that a runtime that is gone for good does not delay anybody.
 */
export async function sweepDeadRuns(
  state: string,
  runtime: SweptRuntime,
  { progress, signal }: Pick<Io, 'progress' | 'signal'>,
): Promise<void> {
  const { records, refused } = listRuns(state, allCleanupRules);
  for (const line of refused) progress.line(line);
  const connect = connectIfThere();
  const endMs = performance.now() + sweepMs;
  const left: RunRecord[] = [];
  for (const record of records.filter(({ alive }) => !alive)) {
    const withinMs = endMs - performance.now() - lastWordsMs;
    if (signal.aborted) return;
    if (withinMs <= 0 || !isSwept(record, runtime)) left.push(record);
    else progress.line(await sweep(record, connect, { withinMs, signal }));
  }
  if (left.length > 0) progress.line(leftAlone(left));
}

async function sweep(
  record: RunRecord,
  connect: Connect,
  { withinMs, signal }: { readonly withinMs: number; readonly signal: AbortSignal },
): Promise<string> {
  const { run } = record.head;
  const interrupted = AbortSignal.any([signal, AbortSignal.timeout(Math.ceil(withinMs))]);
  const limits = { withinMs, settleMs: withinMs, backMs: Math.min(backMs, withinMs) };
  const { removed, remains } = await cleanUpImpatiently(record, connect, {
    ...limits,
    interrupted,
    patienceMs: 0,
  });
  const still =
    remains.length === 0 ? '' : `, still there: ${remains.join('; ')} (criprobe cleanup --run ${run})`;
  return `run ${run} was killed: removed ${removed.length} things it left${still}`;
}

/**
 * Whether the run was on that runtime, or only on a runtime it started. `/var/run` is `/run` on most
 * machines.
 */
function isSwept(record: RunRecord, runtime: SweptRuntime): boolean {
  if (runtime.kind === 'unknown') return true;
  const here = runtime.kind === 'socket' ? canonicalPath(runtime.path) : undefined;
  return endpointsOf(record).every((endpoint) => canonicalPath(socketPath(endpoint)) === here);
}

/** The runtimes it used that it did not start. */
function endpointsOf({ entries }: RunRecord): readonly string[] {
  const endpoints = entries.flatMap((entry) => {
    if (entry.kind === 'endpoint') return entry.owned ? [] : [entry.endpoint];
    return entry.kind === 'step' && isDown(entry.step) ? [entry.step.endpoint] : [];
  });
  return [...new Set(endpoints)];
}

function leftAlone(records: readonly RunRecord[]): string {
  const named = records.map((record) => {
    const endpoints = endpointsOf(record);
    return endpoints.length === 0 ? record.head.run : `${record.head.run} (${endpoints.join(', ')})`;
  });
  return `left alone, from runs that were killed: ${named.join(', ')}; criprobe cleanup removes it, or if a runtime is gone for good, criprobe cleanup --forget <run>`;
}

/** A runtime that does not answer is not asked again for the next of its runs. */
function connectIfThere(): Connect {
  const met = new Map<string, FirstAnswers>();
  return async (ledgered, own) => {
    const { endpoint } = ledgered;
    const { why, apiVersion } = met.get(endpoint) ?? (await meet(ledgered));
    met.set(endpoint, { why, apiVersion });
    if (why === undefined) return connectLedgered(ledgered, own, apiVersion);
    throw new Error(why);
  };
}

interface FirstAnswers {
  /** Why it cannot be cleaned up now. */
  readonly why?: string | undefined;
  readonly apiVersion?: ApiVersion | undefined;
}

async function meet({ endpoint }: LedgerEndpoint): Promise<FirstAnswers> {
  const { kind: apiVersion } = await detectApiVersion(endpoint, answerMs);
  if (apiVersion === 'none') return { why: 'it does not answer' };
  const client = connectToRead({ runtimeEndpoint: endpoint, apiVersion });
  try {
    for (const method of ['ListPodSandbox', 'ListContainers'] as const) {
      const { kind } = await client.call(method, {}, { deadlineMs: answerMs });
      if (kind === 'unanswered') return { why: `it does not answer ${method}` };
    }
    return { apiVersion };
  } finally {
    client.close();
  }
}
