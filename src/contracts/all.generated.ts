// SPDX-License-Identifier: Apache-2.0
// Written by `npm run generate`. Do not edit.
import type { Contract } from './contract.js';
import { containerCreateCreatedState } from './container/create/created-state.js';
import { containerCreateIdUnique } from './container/create/id-unique.js';
import { containerCreateListedUnderSandbox } from './container/create/listed-under-sandbox.js';
import { containerCreateNameFreeAfterRemove } from './container/create/name-free-after-remove.js';
import { containerCreateNoDuplicate } from './container/create/no-duplicate.js';
import { containerCreateStoppedSandboxRefused } from './container/create/stopped-sandbox-refused.js';
import { containerCreateSucceeds } from './container/create/succeeds.js';
import { containerListAgreesWithStatus } from './container/list/agrees-with-status.js';
import { containerListFiltersAnd } from './container/list/filters-and.js';
import { containerListItemsComplete } from './container/list/items-complete.js';
import { containerListNoMatchEmpty } from './container/list/no-match-empty.js';
import { containerListStateFilter } from './container/list/state-filter.js';
import { containerListStaysUntilRemoved } from './container/list/stays-until-removed.js';
import { containerListSucceeds } from './container/list/succeeds.js';
import { containerRemoveForcesRunning } from './container/remove/forces-running.js';
import { containerRemoveGone } from './container/remove/gone.js';
import { containerRemoveIdempotent } from './container/remove/idempotent.js';
import { containerRemoveSucceeds } from './container/remove/succeeds.js';
import { containerStartFailedIsExited } from './container/start/failed-is-exited.js';
import { containerStartFailedNotRunning } from './container/start/failed-not-running.js';
import { containerStartOnce } from './container/start/once.js';
import { containerStartRunningOrExited } from './container/start/running-or-exited.js';
import { containerStartSucceeds } from './container/start/succeeds.js';
import { containerStatusAnnotationsUnchanged } from './container/status/annotations-unchanged.js';
import { containerStatusExitCodeTrue } from './container/status/exit-code-true.js';
import { containerStatusExitFinal } from './container/status/exit-final.js';
import { containerStatusImageId } from './container/status/image-id.js';
import { containerStatusImageStable } from './container/status/image-stable.js';
import { containerStatusLabelsUnchanged } from './container/status/labels-unchanged.js';
import { containerStatusLaterAttemptLater } from './container/status/later-attempt-later.js';
import { containerStatusLogPath } from './container/status/log-path.js';
import { containerStatusMetadataUnchanged } from './container/status/metadata-unchanged.js';
import { containerStatusMissingNotFound } from './container/status/missing-not-found.js';
import { containerStatusReasonFits } from './container/status/reason-fits.js';
import { containerStatusRequiredFields } from './container/status/required-fields.js';
import { containerStatusSignalExitCode } from './container/status/signal-exit-code.js';
import { containerStatusStateForward } from './container/status/state-forward.js';
import { containerStatusSucceeds } from './container/status/succeeds.js';
import { containerStatusTerminationLogMount } from './container/status/termination-log-mount.js';
import { containerStatusTimesImmutable } from './container/status/times-immutable.js';
import { containerStatusTimesInWindow } from './container/status/times-in-window.js';
import { containerStatusTimesOrdered } from './container/status/times-ordered.js';
import { containerStatusTimesPresent } from './container/status/times-present.js';
import { containerStopExitedOnReturn } from './container/stop/exited-on-return.js';
import { containerStopGraceKept } from './container/stop/grace-kept.js';
import { containerStopHandlerFinishes } from './container/stop/handler-finishes.js';
import { containerStopIdempotent } from './container/stop/idempotent.js';
import { containerStopKillsAfterTimeout } from './container/stop/kills-after-timeout.js';
import { containerStopReturnsPromptly } from './container/stop/returns-promptly.js';
import { containerStopSignal } from './container/stop/signal.js';
import { containerStopSucceeds } from './container/stop/succeeds.js';
import { containerStopUnknownNotFound } from './container/stop/unknown-not-found.js';
import { eventsLifeComplete } from './events/life/complete.js';
import { eventsOrderOnce } from './events/order/once.js';
import { eventsPayloadSandboxMetadata } from './events/payload/sandbox-metadata.js';
import { execSyncExitCode } from './exec/sync/exit-code.js';
import { execSyncMissingProgramFails } from './exec/sync/missing-program-fails.js';
import { execSyncNotRunningRefused } from './exec/sync/not-running-refused.js';
import { execSyncOutputExact } from './exec/sync/output-exact.js';
import { execSyncStreamsSeparate } from './exec/sync/streams-separate.js';
import { execSyncTimeoutBounded } from './exec/sync/timeout-bounded.js';
import { execSyncTimeoutRecognisable } from './exec/sync/timeout-recognisable.js';
import { imageFsInfoUsable } from './image/fs-info/usable.js';
import { imageListComplete } from './image/list/complete.js';
import { imageListSucceeds } from './image/list/succeeds.js';
import { imageLookupSameId } from './image/lookup/same-id.js';
import { imagePullBrokenRefused } from './image/pull/broken-refused.js';
import { imagePullFailedLeavesNothing } from './image/pull/failed-leaves-nothing.js';
import { imagePullPresentAtOnce } from './image/pull/present-at-once.js';
import { imagePullRefKnown } from './image/pull/ref-known.js';
import { imagePullSucceeds } from './image/pull/succeeds.js';
import { imageRemoveGone } from './image/remove/gone.js';
import { imageRemoveIdempotent } from './image/remove/idempotent.js';
import { imageStatusAbsentOk } from './image/status/absent-ok.js';
import { imageStatusIdAndSize } from './image/status/id-and-size.js';
import { imageStatusSucceeds } from './image/status/succeeds.js';
import { logContentCompleteAtExit } from './log/content/complete-at-exit.js';
import { logContentLongLinesJoinable } from './log/content/long-lines-joinable.js';
import { logContentTrue } from './log/content/true.js';
import { logFileAtPath } from './log/file/at-path.js';
import { logLineGrammar } from './log/line/grammar.js';
import { logLineTimesMonotonic } from './log/line/times-monotonic.js';
import { logReopenErrorLeavesNoFile } from './log/reopen/error-leaves-no-file.js';
import { logReopenNewFile } from './log/reopen/new-file.js';
import { logReopenNoLoss } from './log/reopen/no-loss.js';
import { logReopenSucceeds } from './log/reopen/succeeds.js';
import { resourcesUpdateOthersKept } from './resources/update/others-kept.js';
import { resourcesUpdateShown } from './resources/update/shown.js';
import { resourcesUpdateSucceeds } from './resources/update/succeeds.js';
import { restartContainerCreatedStaysCreated } from './restart/container/created-stays-created.js';
import { restartContainerImageKept } from './restart/container/image-kept.js';
import { restartContainerKeepsRunning } from './restart/container/keeps-running.js';
import { restartContainerMountsKept } from './restart/container/mounts-kept.js';
import { restartContainerResourcesKept } from './restart/container/resources-kept.js';
import { restartContainerUnchanged } from './restart/container/unchanged.js';
import { restartEventsReopened } from './restart/events/reopened.js';
import { restartExitCodeKept } from './restart/exit/code-kept.js';
import { restartExitSeen } from './restart/exit/seen.js';
import { restartExitedDataKept } from './restart/exited/data-kept.js';
import { restartImagesSame } from './restart/images/same.js';
import { restartInterruptedCreateRetry } from './restart/interrupted/create-retry.js';
import { restartInterruptedExecHarmless } from './restart/interrupted/exec-harmless.js';
import { restartInterruptedPullRetry } from './restart/interrupted/pull-retry.js';
import { restartInterruptedStopCompletes } from './restart/interrupted/stop-completes.js';
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
import { runtimeCallsAnswered } from './runtime/calls/answered.js';
import { runtimeConfigStatic } from './runtime/config/static.js';
import { runtimeIdsNotOfOthers } from './runtime/ids/not-of-others.js';
import { runtimeMethodsMandatory } from './runtime/methods/mandatory.js';
import { runtimeStatusConditions } from './runtime/status/conditions.js';
import { runtimeStatusHandlersUnique } from './runtime/status/handlers-unique.js';
import { runtimeStatusReadyWhilePodsRun } from './runtime/status/ready-while-pods-run.js';
import { runtimeStatusSucceeds } from './runtime/status/succeeds.js';
import { runtimeVersionConstant } from './runtime/version/constant.js';
import { runtimeVersionFields } from './runtime/version/fields.js';
import { sandboxListFiltersAnd } from './sandbox/list/filters-and.js';
import { sandboxListFiltersFind } from './sandbox/list/filters-find.js';
import { sandboxListItemsComplete } from './sandbox/list/items-complete.js';
import { sandboxListNoMatchEmpty } from './sandbox/list/no-match-empty.js';
import { sandboxListStateFilter } from './sandbox/list/state-filter.js';
import { sandboxListSucceeds } from './sandbox/list/succeeds.js';
import { sandboxNetworkAdditionalIpsExcludePrimary } from './sandbox/network/additional-ips-exclude-primary.js';
import { sandboxNetworkIpAtOnce } from './sandbox/network/ip-at-once.js';
import { sandboxNetworkIpNotShared } from './sandbox/network/ip-not-shared.js';
import { sandboxNetworkIpStable } from './sandbox/network/ip-stable.js';
import { sandboxNetworkIpsParsable } from './sandbox/network/ips-parsable.js';
import { sandboxRemoveGone } from './sandbox/remove/gone.js';
import { sandboxRemoveIdempotent } from './sandbox/remove/idempotent.js';
import { sandboxRemoveSucceeds } from './sandbox/remove/succeeds.js';
import { sandboxRemoveTakesContainers } from './sandbox/remove/takes-containers.js';
import { sandboxRunIdUnique } from './sandbox/run/id-unique.js';
import { sandboxRunNoDuplicate } from './sandbox/run/no-duplicate.js';
import { sandboxRunReadyAtOnce } from './sandbox/run/ready-at-once.js';
import { sandboxRunSucceeds } from './sandbox/run/succeeds.js';
import { sandboxRunUnknownHandlerRefused } from './sandbox/run/unknown-handler-refused.js';
import { sandboxStatusAnnotationsUnchanged } from './sandbox/status/annotations-unchanged.js';
import { sandboxStatusCreatedAt } from './sandbox/status/created-at.js';
import { sandboxStatusLabelsUnchanged } from './sandbox/status/labels-unchanged.js';
import { sandboxStatusMetadataUnchanged } from './sandbox/status/metadata-unchanged.js';
import { sandboxStatusMissingNotFound } from './sandbox/status/missing-not-found.js';
import { sandboxStatusNetworkMode } from './sandbox/status/network-mode.js';
import { sandboxStatusSucceeds } from './sandbox/status/succeeds.js';
import { sandboxStopCreatedNotAwaited } from './sandbox/stop/created-not-awaited.js';
import { sandboxStopEndsContainers } from './sandbox/stop/ends-containers.js';
import { sandboxStopIdempotent } from './sandbox/stop/idempotent.js';
import { sandboxStopNotReadyAndListed } from './sandbox/stop/not-ready-and-listed.js';
import { sandboxStopSucceeds } from './sandbox/stop/succeeds.js';
import { sandboxStopUnknownOk } from './sandbox/stop/unknown-ok.js';
import { statsContainerAttributes } from './stats/container/attributes.js';
import { statsContainerCountersGrow } from './stats/container/counters-grow.js';
import { statsContainerMissingRefused } from './stats/container/missing-refused.js';
import { statsContainerSucceeds } from './stats/container/succeeds.js';
import { statsListOfSandbox } from './stats/list/of-sandbox.js';
import { statsListSucceeds } from './stats/list/succeeds.js';

/** Every contract, in the order of the ids. */
export const allContracts: readonly Contract[] = [
  containerCreateCreatedState,
  containerCreateIdUnique,
  containerCreateListedUnderSandbox,
  containerCreateNameFreeAfterRemove,
  containerCreateNoDuplicate,
  containerCreateStoppedSandboxRefused,
  containerCreateSucceeds,
  containerListAgreesWithStatus,
  containerListFiltersAnd,
  containerListItemsComplete,
  containerListNoMatchEmpty,
  containerListStateFilter,
  containerListStaysUntilRemoved,
  containerListSucceeds,
  containerRemoveForcesRunning,
  containerRemoveGone,
  containerRemoveIdempotent,
  containerRemoveSucceeds,
  containerStartFailedIsExited,
  containerStartFailedNotRunning,
  containerStartOnce,
  containerStartRunningOrExited,
  containerStartSucceeds,
  containerStatusAnnotationsUnchanged,
  containerStatusExitCodeTrue,
  containerStatusExitFinal,
  containerStatusImageId,
  containerStatusImageStable,
  containerStatusLabelsUnchanged,
  containerStatusLaterAttemptLater,
  containerStatusLogPath,
  containerStatusMetadataUnchanged,
  containerStatusMissingNotFound,
  containerStatusReasonFits,
  containerStatusRequiredFields,
  containerStatusSignalExitCode,
  containerStatusStateForward,
  containerStatusSucceeds,
  containerStatusTerminationLogMount,
  containerStatusTimesImmutable,
  containerStatusTimesInWindow,
  containerStatusTimesOrdered,
  containerStatusTimesPresent,
  containerStopExitedOnReturn,
  containerStopGraceKept,
  containerStopHandlerFinishes,
  containerStopIdempotent,
  containerStopKillsAfterTimeout,
  containerStopReturnsPromptly,
  containerStopSignal,
  containerStopSucceeds,
  containerStopUnknownNotFound,
  eventsLifeComplete,
  eventsOrderOnce,
  eventsPayloadSandboxMetadata,
  execSyncExitCode,
  execSyncMissingProgramFails,
  execSyncNotRunningRefused,
  execSyncOutputExact,
  execSyncStreamsSeparate,
  execSyncTimeoutBounded,
  execSyncTimeoutRecognisable,
  imageFsInfoUsable,
  imageListComplete,
  imageListSucceeds,
  imageLookupSameId,
  imagePullBrokenRefused,
  imagePullFailedLeavesNothing,
  imagePullPresentAtOnce,
  imagePullRefKnown,
  imagePullSucceeds,
  imageRemoveGone,
  imageRemoveIdempotent,
  imageStatusAbsentOk,
  imageStatusIdAndSize,
  imageStatusSucceeds,
  logContentCompleteAtExit,
  logContentLongLinesJoinable,
  logContentTrue,
  logFileAtPath,
  logLineGrammar,
  logLineTimesMonotonic,
  logReopenErrorLeavesNoFile,
  logReopenNewFile,
  logReopenNoLoss,
  logReopenSucceeds,
  resourcesUpdateOthersKept,
  resourcesUpdateShown,
  resourcesUpdateSucceeds,
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
  runtimeCallsAnswered,
  runtimeConfigStatic,
  runtimeIdsNotOfOthers,
  runtimeMethodsMandatory,
  runtimeStatusConditions,
  runtimeStatusHandlersUnique,
  runtimeStatusReadyWhilePodsRun,
  runtimeStatusSucceeds,
  runtimeVersionConstant,
  runtimeVersionFields,
  sandboxListFiltersAnd,
  sandboxListFiltersFind,
  sandboxListItemsComplete,
  sandboxListNoMatchEmpty,
  sandboxListStateFilter,
  sandboxListSucceeds,
  sandboxNetworkAdditionalIpsExcludePrimary,
  sandboxNetworkIpAtOnce,
  sandboxNetworkIpNotShared,
  sandboxNetworkIpStable,
  sandboxNetworkIpsParsable,
  sandboxRemoveGone,
  sandboxRemoveIdempotent,
  sandboxRemoveSucceeds,
  sandboxRemoveTakesContainers,
  sandboxRunIdUnique,
  sandboxRunNoDuplicate,
  sandboxRunReadyAtOnce,
  sandboxRunSucceeds,
  sandboxRunUnknownHandlerRefused,
  sandboxStatusAnnotationsUnchanged,
  sandboxStatusCreatedAt,
  sandboxStatusLabelsUnchanged,
  sandboxStatusMetadataUnchanged,
  sandboxStatusMissingNotFound,
  sandboxStatusNetworkMode,
  sandboxStatusSucceeds,
  sandboxStopCreatedNotAwaited,
  sandboxStopEndsContainers,
  sandboxStopIdempotent,
  sandboxStopNotReadyAndListed,
  sandboxStopSucceeds,
  sandboxStopUnknownOk,
  statsContainerAttributes,
  statsContainerCountersGrow,
  statsContainerMissingRefused,
  statsContainerSucceeds,
  statsListOfSandbox,
  statsListSucceeds,
];
