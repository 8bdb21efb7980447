// SPDX-License-Identifier: Apache-2.0
import type { Contract } from './contract.js';
import { execSyncExitCode } from './exec/sync/exit-code.js';
import { execSyncMissingProgramFails } from './exec/sync/missing-program-fails.js';
import { execSyncNotRunningRefused } from './exec/sync/not-running-refused.js';
import { execSyncOutputExact } from './exec/sync/output-exact.js';
import { execSyncStreamsSeparate } from './exec/sync/streams-separate.js';
import { execSyncTimeoutBounded } from './exec/sync/timeout-bounded.js';
import { execSyncTimeoutRecognisable } from './exec/sync/timeout-recognisable.js';

export const execContracts: readonly Contract[] = [
  execSyncExitCode,
  execSyncMissingProgramFails,
  execSyncNotRunningRefused,
  execSyncOutputExact,
  execSyncStreamsSeparate,
  execSyncTimeoutBounded,
  execSyncTimeoutRecognisable,
];
