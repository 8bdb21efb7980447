// SPDX-License-Identifier: Apache-2.0
import type { ErrorCode } from './errors/error-code.js';
import { exitCode, type ExitCode } from './exit-code.js';

export interface FailureDetails {
  /** What was seen, verbatim: people search for it. */
  readonly seen?: string;
  /** The likely cause. */
  readonly likely?: string;
  /** What the user can do now; where possible, a command to paste. Never empty. */
  readonly fix: string;
  readonly exit?: ExitCode;
  readonly cause?: unknown;
}

/**
 * The only error that is thrown on purpose. Any other error that reaches the command line is a bug, and
 * reported as one.
 */
export class Failure extends Error {
  override readonly name = 'Failure';
  /** Stable code for `explain`, such as E-SOCKET-MISSING. */
  readonly code: ErrorCode;
  readonly seen: string | undefined;
  readonly likely: string | undefined;
  readonly fix: string;
  readonly exit: ExitCode;

  constructor(code: ErrorCode, message: string, details: FailureDetails) {
    super(message, { cause: details.cause });
    this.code = code;
    this.seen = details.seen;
    this.likely = details.likely;
    this.fix = details.fix;
    this.exit = details.exit ?? exitCode.preflight;
  }
}
