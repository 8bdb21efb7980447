// SPDX-License-Identifier: Apache-2.0
import { Failure } from '#base/failure.js';
import { jsonText } from '#base/text/json-text.js';
import { withoutTelling } from '#base/text/secrets.js';
import type { Output } from '#files/output.js';
import { openOutput } from '#files/write-output.js';
import type { CriClient } from '#cri/client/client.js';
import { intercept, type InterceptedCall } from '#cri/client/intercept.js';
import type { Outcome } from '#cri/outcome.js';
import { statusNames, type StatusName } from '#cri/status-name.js';
import type { Message } from '#evidence/object-places.js';
import type { Ours } from '#evidence/ours.js';
import { ownPart, type CallRequest } from '#evidence/write/own-part.js';
import { redact, struck } from '#evidence/write/redact.js';
import { failureOf } from '#base/errors/catalogue.js';

export interface CallsFile {
  /** Wraps a client so that each call becomes a line. */
  readonly client: (inner: CriClient) => CriClient;
  /** Aborts when a line cannot be written; later calls are not logged. */
  readonly broken: AbortSignal;
  /**
   * Writes the calls that are still waiting for an answer, and closes. A slow reader of a pipe has until the
   * signal. Throws why the log is incomplete.
   */
  readonly close: (signal: AbortSignal) => Promise<void>;
}

/** A call whose line is not written yet. */
interface PendingLine {
  readonly half: object;
  /** Set once the answer is in. */
  line?: string;
}

/** One line per call, in sending order: a line waits for its answer and for all earlier lines. */
export function openCallsFile(path: string, own: Ours): CallsFile {
  const file = open(path);
  const waiting: PendingLine[] = [];
  const flush = (): void => {
    for (let line = waiting[0]?.line; line !== undefined; line = waiting[0]?.line) {
      file.write(line);
      waiting.shift();
    }
  };
  const log = async ({ method, request, options, forward }: InterceptedCall): Promise<Outcome> => {
    const asked: CallRequest = { rpc: method, request };
    const deadline_ms = options.deadlineMs ?? null;
    const begun: PendingLine = { half: { rpc: method, request: redact(method, request), deadline_ms } };
    waiting.push(begun);
    const outcome = await forward();
    begun.line = lineOf({ ...begun.half, ...endOf(outcome, asked, own) });
    flush();
    return outcome;
  };
  return {
    client: (inner) => intercept(inner, log),
    broken: file.broken,
    close: async (signal) => {
      for (const one of waiting)
        one.line ??= lineOf({ ...one.half, error: { code: 1, details: 'no answer yet' } });
      flush();
      await file.close(signal).catch((cause: unknown) => {
        throw cannotWrite(path, cause);
      });
    },
  };
}

function open(path: string): Output {
  try {
    return openOutput(path);
  } catch (cause) {
    throw cause instanceof Failure ? cause : cannotWrite(path, cause);
  }
}

function cannotWrite(path: string, cause: unknown): Failure {
  return failureOf('E-EVIDENCE-WRITE', `${path} cannot be written`, {
    seen: String(cause),
    cause,
    likely: 'the disk is full, or the pipe has no reader',
    fix: 'make room, or name another file with --calls',
  });
}

function lineOf(call: object): string {
  return `${jsonText(call)}\n`;
}

/** The answer without secrets, and without other people's pods. */
function endOf(outcome: Outcome, asked: CallRequest, own: Ours): object {
  if (outcome.kind !== 'ok') return struck({ error: errorOf(outcome) }, withoutTelling) as object;
  const { message, others, moreOthers } = ownPart(own, asked, outcome.response as Message);
  return {
    response: struck(message),
    ...(others.length > 0 && { others }),
    ...(moreOthers > 0 && { moreOthers }),
  };
}

function errorOf(outcome: Exclude<Outcome, { kind: 'ok' }>): object {
  switch (outcome.kind) {
    case 'refused':
      return { code: statusNames.indexOf(outcome.code), details: outcome.message };
    case 'unanswered':
      return { code: statusNames.indexOf(nearest[outcome.reason]), details: outcome.message };
  }
}

/** The gRPC status that a Go client would report. */
const nearest: Readonly<Record<UnansweredReason, StatusName>> = {
  'client-deadline': 'DEADLINE_EXCEEDED',
  cancelled: 'CANCELLED',
  'connection-lost': 'UNAVAILABLE',
  'not-ours': 'CANCELLED',
  unverified: 'CANCELLED',
};

type UnansweredReason = Extract<Outcome, { kind: 'unanswered' }>['reason'];
