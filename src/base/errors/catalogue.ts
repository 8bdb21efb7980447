// SPDX-License-Identifier: Apache-2.0
import { Failure } from '../failure.js';
import { containerEntries } from './container-entries.js';
import type { ErrorEntry } from './entry.js';
import type { ErrorCode } from './error-code.js';
import { externalEntries } from './external-entries.js';
import { fileEntries } from './file-entries.js';
import { launchEntries } from './launch-entries.js';
import { ownEntries } from './own-entries.js';
import { podEntries } from './pod-entries.js';
import { runtimeEntries } from './runtime-entries.js';
import { serveEntries } from './serve-entries.js';
import { socketEntries } from './socket-entries.js';

/** Every kind of failure, by its code. */
export const errorCatalogue: Readonly<Record<ErrorCode, ErrorEntry>> = {
  ...socketEntries,
  ...runtimeEntries,
  ...podEntries,
  ...launchEntries,
  ...externalEntries,
  ...serveEntries,
  ...containerEntries,
  ...fileEntries,
  ...ownEntries,
};

export const errorCodes: readonly ErrorCode[] = Object.keys(errorCatalogue) as ErrorCode[];

export function isErrorCode(text: string): text is ErrorCode {
  return Object.hasOwn(errorCatalogue, text);
}

export interface ErrorFacts {
  readonly seen?: string | undefined;
  readonly likely?: string | undefined;
  readonly fix?: string | undefined;
  readonly cause?: unknown;
}

/** A failure of a known kind. Cause, remedy and exit code default to the catalogue's. */
export function failureOf(code: ErrorCode, message: string, facts: ErrorFacts = {}): Failure {
  const { likely, fix, exit } = errorCatalogue[code];
  return new Failure(code, message, {
    ...(facts.seen === undefined ? {} : { seen: facts.seen }),
    likely: facts.likely ?? likely,
    fix: facts.fix ?? fix,
    exit,
    cause: facts.cause,
  });
}
