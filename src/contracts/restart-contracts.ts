// SPDX-License-Identifier: Apache-2.0
import type { Contract } from './contract.js';
import { restartContainerCreatedStaysCreated } from './restart/container/created-stays-created.js';
import { restartContainerImageKept } from './restart/container/image-kept.js';
import { restartContainerKeepsRunning } from './restart/container/keeps-running.js';
import { restartContainerMountsKept } from './restart/container/mounts-kept.js';
import { restartContainerResourcesKept } from './restart/container/resources-kept.js';
import { restartContainerUnchanged } from './restart/container/unchanged.js';
import { restartInterruptedCreateRetry } from './restart/interrupted/create-retry.js';
import { restartInterruptedExecHarmless } from './restart/interrupted/exec-harmless.js';
import { restartInterruptedPullRetry } from './restart/interrupted/pull-retry.js';
import { restartInterruptedStopCompletes } from './restart/interrupted/stop-completes.js';
import { restartEventsReopened } from './restart/events/reopened.js';
import { restartExitCodeKept } from './restart/exit/code-kept.js';
import { restartExitSeen } from './restart/exit/seen.js';
import { restartExitedDataKept } from './restart/exited/data-kept.js';
import { restartImagesSame } from './restart/images/same.js';
import { restartLogKept } from './restart/log/kept.js';
import { restartLogLastWords } from './restart/log/last-words.js';
import { restartNamesStillTaken } from './restart/names/still-taken.js';
import { restartObjectsSameSet } from './restart/objects/same-set.js';
import { restartPreexistingCreate } from './restart/preexisting/create.js';
import { restartPreexistingExec } from './restart/preexisting/exec.js';
import { restartPreexistingRead } from './restart/preexisting/read.js';
import { restartPreexistingRemove } from './restart/preexisting/remove.js';
import { restartPreexistingReopenLog } from './restart/preexisting/reopen-log.js';
import { restartPreexistingStart } from './restart/preexisting/start.js';
import { restartPreexistingStats } from './restart/preexisting/stats.js';
import { restartPreexistingStop } from './restart/preexisting/stop.js';
import { restartPreexistingUpdate } from './restart/preexisting/update.js';
import { restartRuntimeConfigSame } from './restart/runtime/config-same.js';
import { restartRuntimeReadyAgain } from './restart/runtime/ready-again.js';
import { restartSandboxIpKept } from './restart/sandbox/ip-kept.js';
import { restartSandboxReadyIsTrue } from './restart/sandbox/ready-is-true.js';
import { restartSandboxStateKept } from './restart/sandbox/state-kept.js';
import { restartSandboxUnchanged } from './restart/sandbox/unchanged.js';
import { restartStartingNotMissing } from './restart/starting/not-missing.js';

export const restartContracts: readonly Contract[] = [
  restartContainerCreatedStaysCreated,
  restartContainerImageKept,
  restartContainerKeepsRunning,
  restartContainerMountsKept,
  restartContainerResourcesKept,
  restartContainerUnchanged,
  restartEventsReopened,
  restartExitCodeKept,
  restartExitSeen,
  restartExitedDataKept,
  restartImagesSame,
  restartInterruptedCreateRetry,
  restartInterruptedExecHarmless,
  restartInterruptedPullRetry,
  restartInterruptedStopCompletes,
  restartLogKept,
  restartLogLastWords,
  restartNamesStillTaken,
  restartObjectsSameSet,
  restartPreexistingCreate,
  restartPreexistingExec,
  restartPreexistingRead,
  restartPreexistingRemove,
  restartPreexistingReopenLog,
  restartPreexistingStart,
  restartPreexistingStats,
  restartPreexistingStop,
  restartPreexistingUpdate,
  restartRuntimeConfigSame,
  restartRuntimeReadyAgain,
  restartSandboxIpKept,
  restartSandboxReadyIsTrue,
  restartSandboxStateKept,
  restartSandboxUnchanged,
  restartStartingNotMissing,
];
