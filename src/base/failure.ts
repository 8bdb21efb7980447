// SPDX-License-Identifier: Apache-2.0
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
  /** Stable name for `explain`, for instance E-SOCKET-MISSING. */
  readonly code: string;
  readonly seen: string | undefined;
  readonly likely: string | undefined;
  readonly fix: string;
  readonly exit: ExitCode;

  constructor(code: string, message: string, details: FailureDetails) {
    super(message, { cause: details.cause });
    this.code = code;
    this.seen = details.seen;
    this.likely = details.likely;
    this.fix = details.fix;
    this.exit = details.exit ?? exitCode.preflight;
  }
}
