// SPDX-License-Identifier: Apache-2.0
import { exitCode } from '../exit-code.js';
import { Failure } from '../failure.js';

/** The command line is wrong: a flag, a name, a number. */
export function usageFailure(message: string, fix: string): Failure {
  return new Failure('E-USAGE', message, { fix, exit: exitCode.usage });
}
