// SPDX-License-Identifier: Apache-2.0
import type { ErrorCode } from './errors/error-code.js';
import { exitCode, type ExitCode } from './exit-code.js';

export interface FailureDetails {
  /** What was seen, word for word: people search for it. */
  readonly seen?: string;
  /** The likely cause. */
  readonly likely?: string;
  /** What the person can do now: a command that can be pasted where there is one. Never empty. */
  readonly fix: string;
  readonly exit?: ExitCode;
  readonly cause?: unknown;
}

/** The only error thrown on purpose. Anything else that reaches the command line is a bug and says so. */
export class Failure extends Error {
  override readonly name = 'Failure';
  /** For `explain`, as E-SOCKET-MISSING; it never changes. */
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
