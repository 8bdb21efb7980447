// SPDX-License-Identifier: Apache-2.0
import type { Contract } from './contract.js';
import { restartContainerCreatedStaysCreated } from './restart/container-created-stays-created.js';
import { restartContainerImageKept } from './restart/container-image-kept.js';
import { restartContainerKeepsRunning } from './restart/container-keeps-running.js';
import { restartContainerMountsKept } from './restart/container-mounts-kept.js';
import { restartContainerResourcesKept } from './restart/container-resources-kept.js';
import { restartContainerUnchanged } from './restart/container-unchanged.js';
import { restartCutCreateRetry } from './restart/cut-create-retry.js';
import { restartCutExecHarmless } from './restart/cut-exec-harmless.js';
import { restartCutPullRetry } from './restart/cut-pull-retry.js';
import { restartCutStopCompletes } from './restart/cut-stop-completes.js';
import { restartEventsReopened } from './restart/events-reopened.js';
import { restartExitCodeKept } from './restart/exit-code-kept.js';
import { restartExitSeen } from './restart/exit-seen.js';
import { restartExitedDataKept } from './restart/exited-data-kept.js';
import { restartImagesSame } from './restart/images-same.js';
import { restartLogKept } from './restart/log-kept.js';
import { restartLogLastWords } from './restart/log-last-words.js';
import { restartNamesStillTaken } from './restart/names-still-taken.js';
import { restartObjectsSameSet } from './restart/objects-same-set.js';
import { restartOldCreate } from './restart/old-create.js';
import { restartOldExec } from './restart/old-exec.js';
import { restartOldRead } from './restart/old-read.js';
import { restartOldRemove } from './restart/old-remove.js';
import { restartOldReopenLog } from './restart/old-reopen-log.js';
import { restartOldStart } from './restart/old-start.js';
import { restartOldStats } from './restart/old-stats.js';
import { restartOldStop } from './restart/old-stop.js';
import { restartOldUpdate } from './restart/old-update.js';
import { restartRuntimeConfigSame } from './restart/runtime-config-same.js';
import { restartRuntimeReadyAgain } from './restart/runtime-ready-again.js';
import { restartSandboxIpKept } from './restart/sandbox-ip-kept.js';
import { restartSandboxReadyIsTrue } from './restart/sandbox-ready-is-true.js';
import { restartSandboxStateKept } from './restart/sandbox-state-kept.js';
import { restartSandboxUnchanged } from './restart/sandbox-unchanged.js';
import { restartStartingNotMissing } from './restart/starting-not-missing.js';

export const restartContracts: readonly Contract[] = [
  restartContainerCreatedStaysCreated,
  restartContainerImageKept,
  restartContainerKeepsRunning,
  restartContainerMountsKept,
  restartContainerResourcesKept,
  restartContainerUnchanged,
  restartCutCreateRetry,
  restartCutExecHarmless,
  restartCutPullRetry,
  restartCutStopCompletes,
  restartEventsReopened,
  restartExitCodeKept,
  restartExitSeen,
  restartExitedDataKept,
  restartImagesSame,
  restartLogKept,
  restartLogLastWords,
  restartNamesStillTaken,
  restartObjectsSameSet,
  restartOldCreate,
  restartOldExec,
  restartOldRead,
  restartOldRemove,
  restartOldReopenLog,
  restartOldStart,
  restartOldStats,
  restartOldStop,
  restartOldUpdate,
  restartRuntimeConfigSame,
  restartRuntimeReadyAgain,
  restartSandboxIpKept,
  restartSandboxReadyIsTrue,
  restartSandboxStateKept,
  restartSandboxUnchanged,
  restartStartingNotMissing,
];
