// SPDX-License-Identifier: Apache-2.0
import { Failure } from '../failure.js';
import { containerEntries, type ContainerCode } from './container-entries.js';
import type { ErrorEntry } from './entry.js';
import { externalEntries, type ExternalCode } from './external-entries.js';
import { fileEntries, type FileCode } from './file-entries.js';
import { launchEntries, type LaunchCode } from './launch-entries.js';
import { ownEntries, type OwnCode } from './own-entries.js';
import { podEntries, type PodCode } from './pod-entries.js';
import { runtimeEntries, type RuntimeCode } from './runtime-entries.js';
import { serveEntries, type ServeCode } from './serve-entries.js';
import { socketEntries, type SocketCode } from './socket-entries.js';

export type ErrorCode =
  | SocketCode
  | RuntimeCode
  | PodCode
  | LaunchCode
  | ExternalCode
  | ServeCode
  | ContainerCode
  | FileCode
  | OwnCode;

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

/** A failure of a known kind: cause, remedy and exit code are the catalogue's where the case says nothing better. */
export function failureOf(code: ErrorCode, message: string, particulars: ErrorFacts = {}): Failure {
  const { likely, fix, exit } = errorCatalogue[code];
  return new Failure(code, message, {
    ...(particulars.seen === undefined ? {} : { seen: particulars.seen }),
    likely: particulars.likely ?? likely,
    fix: particulars.fix ?? fix,
    exit,
    cause: particulars.cause,
  });
}
