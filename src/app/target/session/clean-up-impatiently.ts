// SPDX-License-Identifier: Apache-2.0
import { abortedAfter, unlessAborted } from '#base/giving-up.js';
import type { CallOptions, CriClient } from '#cri/client/client.js';
import type { RequestOf, UnaryMethod } from '#cri/methods.js';
import type { Outcome } from '#cri/outcome.js';
import { allCleanupRules } from '#launchers/all-cleanup-rules.js';
import { cleanUpRun, type CleanUpOptions, type Connect } from '#run-ledger/clean-up-run.js';
import { isDown } from '#run-ledger/cleanup-step.js';
import type { RunRecord } from '#run-ledger/list-runs.js';
import { remains, type UndoReport } from '#run-ledger/undo/undo-report.js';
import { keepCommands } from '../../shared/shown-commands.js';

/** The user is waiting, ten seconds at most; what is not removed by then stays in the ledger. */
const usualPatienceMs = 9_000;
/** Time for given-up calls to report what remains. */
const lastWordsMs = 1_000;

const givenUp = 'not finished in time; to finish: criprobe cleanup';

/** How long a call may take, after what was seen of this runtime; undefined: as long as usual. */
type CallLimit = (rpc: UnaryMethod) => number | undefined;

/** What a run waited for in vain may still work in its clean-up: it gets at least this long. */
const minCallMs = 3_000;

export interface Impatience extends Omit<CleanUpOptions, 'rules'> {
  readonly interrupted: AbortSignal;
  /** How long a runtime may still take after an interruption. */
  readonly patienceMs?: number;
  readonly callLimit?: CallLimit;
}

/** Like `cleanUpRun`, but ends soon after the signal aborts, whatever hangs. */
export async function cleanUpImpatiently(
  record: RunRecord,
  connect: Connect,
  { interrupted, patienceMs = usualPatienceMs, callLimit = () => undefined, ...options }: Impatience,
): Promise<UndoReport> {
  for (const entry of record.entries)
    if (entry.kind === 'step' && isDown(entry.step)) keepCommands({ start: entry.step.command });
  const tooLate = abortedAfter(interrupted, patienceMs + lastWordsMs);
  const over = abortedAfter(interrupted, patienceMs);
  const work = cleanUpRun(record, impatient(connect, over, callLimit), {
    ...options,
    rules: allCleanupRules,
  });
  const unfinished = new Error(givenUp);
  return unlessAborted(work, tooLate, () => unfinished).catch((error: unknown) => {
    if (error === unfinished) return remains(`what run ${record.head.run} left: ${givenUp}`);
    throw error;
  });
}

function impatient(connect: Connect, over: AbortSignal, callLimit: CallLimit): Connect {
  const inTime = <T>(work: Promise<T>): Promise<T> => unlessAborted(work, over, () => new Error(givenUp));
  return async (endpoint, own) => {
    const client = await inTime(Promise.resolve(connect(endpoint, own)));
    return { ...closing(client), call: callWithin(client, { over, inTime, callLimit }) };
  };
}

function closing(client: CriClient): Omit<CriClient, 'call'> {
  return {
    stream: (method, request, options) => client.stream(method, request, options),
    close: () => {
      client.close();
    },
  };
}

interface Haste {
  readonly over: AbortSignal;
  readonly inTime: <T>(work: Promise<T>) => Promise<T>;
  readonly callLimit: CallLimit;
}

function callWithin(client: CriClient, { over, inTime, callLimit }: Haste): CriClient['call'] {
  return <M extends UnaryMethod>(method: M, request: RequestOf<M>, options: CallOptions = {}) => {
    const signal = options.signal === undefined ? over : AbortSignal.any([over, options.signal]);
    const limited = { ...options, signal, ...shortened(options.deadlineMs, callLimit(method)) };
    return inTime<Outcome<M>>(client.call(method, request, limited));
  };
}

function shortened(
  usualMs: CallOptions['deadlineMs'],
  limitMs: number | undefined,
): Pick<CallOptions, 'deadlineMs'> {
  if (limitMs === undefined) return {};
  return { deadlineMs: Math.min(usualMs ?? Number.POSITIVE_INFINITY, Math.max(minCallMs, limitMs)) };
}
