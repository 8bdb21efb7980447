// SPDX-License-Identifier: Apache-2.0
import type { Contract } from './contract.js';
import { logContentCompleteAtExit } from './log/content/complete-at-exit.js';
import { logContentLongLinesJoinable } from './log/content/long-lines-joinable.js';
import { logContentTrue } from './log/content/true.js';
import { logFileAtPath } from './log/file/at-path.js';
import { logLineGrammar } from './log/line/grammar.js';
import { logLineTimesMonotonic } from './log/line/times-monotonic.js';
import { logReopenErrorLeavesNoFile } from './log/reopen/error-leaves-no-file.js';
import { logReopenNewFile } from './log/reopen/new-file.js';
import { logReopenNoLoss } from './log/reopen/no-loss.js';

export const logContracts: readonly Contract[] = [
  logContentCompleteAtExit,
  logContentLongLinesJoinable,
  logContentTrue,
  logFileAtPath,
  logLineGrammar,
  logLineTimesMonotonic,
  logReopenErrorLeavesNoFile,
  logReopenNewFile,
  logReopenNoLoss,
];
