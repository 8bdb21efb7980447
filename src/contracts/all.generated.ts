// SPDX-License-Identifier: Apache-2.0
// Written by `npm run generate`. Do not edit.
import type { Contract } from './contract.js';
import { checkpointContainerArchiveWritten } from './checkpoint/container/archive-written.js';
import { checkpointContainerGoesOn } from './checkpoint/container/goes-on.js';
import { containerCreateAgainAfterDeadline } from './container/create/again-after-deadline.js';
import { containerCreateCreatedState } from './container/create/created-state.js';
import { containerCreateIdUnique } from './container/create/id-unique.js';
import { containerCreateListedUnderSandbox } from './container/create/listed-under-sandbox.js';
import { containerCreateNameFreeAfterRemove } from './container/create/name-free-after-remove.js';
import { containerCreateNoDuplicate } from './container/create/no-duplicate.js';
import { containerCreateStoppedSandboxRefused } from './container/create/stopped-sandbox-refused.js';
import { containerCreateSucceeds } from './container/create/succeeds.js';
import { containerCreateUnknownSandboxRefused } from './container/create/unknown-sandbox-refused.js';
import { containerDevicesAsRequested } from './container/devices/as-requested.js';
import { containerEnvironmentArguments } from './container/environment/arguments.js';
import { containerEnvironmentInput } from './container/environment/input.js';
import { containerEnvironmentOomScore } from './container/environment/oom-score.js';
import { containerEnvironmentTerminal } from './container/environment/terminal.js';
import { containerEnvironmentVariables } from './container/environment/variables.js';
import { containerEnvironmentWorkingDir } from './container/environment/working-dir.js';
import { containerListAgreesWithStatus } from './container/list/agrees-with-status.js';
import { containerListFiltersAnd } from './container/list/filters-and.js';
import { containerListImageTrue } from './container/list/image-true.js';
import { containerListItemsComplete } from './container/list/items-complete.js';
import { containerListNoMatchEmpty } from './container/list/no-match-empty.js';
import { containerListNothingUnknown } from './container/list/nothing-unknown.js';
import { containerListStateFilter } from './container/list/state-filter.js';
import { containerListStaysUntilRemoved } from './container/list/stays-until-removed.js';
import { containerListSucceeds } from './container/list/succeeds.js';
import { containerMountsAsRequested } from './container/mounts/as-requested.js';
import { containerMountsContentShared } from './container/mounts/content-shared.js';
import { containerRemoveForcesRunning } from './container/remove/forces-running.js';
import { containerRemoveGone } from './container/remove/gone.js';
import { containerRemoveIdempotent } from './container/remove/idempotent.js';
import { containerRemoveNeverStarted } from './container/remove/never-started.js';
import { containerRemoveSucceeds } from './container/remove/succeeds.js';
import { containerRemoveUnknownOk } from './container/remove/unknown-ok.js';
import { containerSecurityCapabilities } from './container/security/capabilities.js';
import { containerSecurityHiddenPaths } from './container/security/hidden-paths.js';
import { containerSecurityNoNewPrivileges } from './container/security/no-new-privileges.js';
import { containerSecurityNothingHidden } from './container/security/nothing-hidden.js';
import { containerSecurityPrivileged } from './container/security/privileged.js';
import { containerSecurityProcessNamespace } from './container/security/process-namespace.js';
import { containerSecurityRootFilesystem } from './container/security/root-filesystem.js';
import { containerSecuritySeccomp } from './container/security/seccomp.js';
import { containerSecurityUser } from './container/security/user.js';
import { containerSecurityUserNamespace } from './container/security/user-namespace.js';
import { containerStartFailedIsExited } from './container/start/failed-is-exited.js';
import { containerStartFailedNotRunning } from './container/start/failed-not-running.js';
import { containerStartOnce } from './container/start/once.js';
import { containerStartRunningOrExited } from './container/start/running-or-exited.js';
import { containerStartStoppedSandboxRefused } from './container/start/stopped-sandbox-refused.js';
import { containerStartSucceeds } from './container/start/succeeds.js';
import { containerStartUnknownRefused } from './container/start/unknown-refused.js';
import { containerStatusAnnotationsUnchanged } from './container/status/annotations-unchanged.js';
import { containerStatusExitCodeTrue } from './container/status/exit-code-true.js';
import { containerStatusExitExplained } from './container/status/exit-explained.js';
import { containerStatusExitFinal } from './container/status/exit-final.js';
import { containerStatusExitNoticed } from './container/status/exit-noticed.js';
import { containerStatusFinishedAtFits } from './container/status/finished-at-fits.js';
import { containerStatusImageId } from './container/status/image-id.js';
import { containerStatusImageStable } from './container/status/image-stable.js';
import { containerStatusImageTrue } from './container/status/image-true.js';
import { containerStatusLabelsUnchanged } from './container/status/labels-unchanged.js';
import { containerStatusLaterAttemptLater } from './container/status/later-attempt-later.js';
import { containerStatusLogPath } from './container/status/log-path.js';
import { containerStatusMetadataUnchanged } from './container/status/metadata-unchanged.js';
import { containerStatusMissingNotFound } from './container/status/missing-not-found.js';
import { containerStatusMountsAsAsked } from './container/status/mounts-as-asked.js';
import { containerStatusOomTold } from './container/status/oom-told.js';
import { containerStatusReasonFits } from './container/status/reason-fits.js';
import { containerStatusRequiredFields } from './container/status/required-fields.js';
import { containerStatusResourcesAsAsked } from './container/status/resources-as-asked.js';
import { containerStatusSignalExitCode } from './container/status/signal-exit-code.js';
import { containerStatusStateForward } from './container/status/state-forward.js';
import { containerStatusStopSignal } from './container/status/stop-signal.js';
import { containerStatusSucceeds } from './container/status/succeeds.js';
import { containerStatusTerminationLogMount } from './container/status/termination-log-mount.js';
import { containerStatusTimesImmutable } from './container/status/times-immutable.js';
import { containerStatusTimesInWindow } from './container/status/times-in-window.js';
import { containerStatusTimesOrdered } from './container/status/times-ordered.js';
import { containerStatusTimesPresent } from './container/status/times-present.js';
import { containerStatusUserAsAsked } from './container/status/user-as-asked.js';
import { containerStopBesideAnother } from './container/stop/beside-another.js';
import { containerStopExitedOnReturn } from './container/stop/exited-on-return.js';
import { containerStopGraceKept } from './container/stop/grace-kept.js';
import { containerStopHandlerFinishes } from './container/stop/handler-finishes.js';
import { containerStopHoldsUpNoOther } from './container/stop/holds-up-no-other.js';
import { containerStopHoldsUpNoRead } from './container/stop/holds-up-no-read.js';
import { containerStopIdempotent } from './container/stop/idempotent.js';
import { containerStopKillsAfterTimeout } from './container/stop/kills-after-timeout.js';
import { containerStopLivesInGrace } from './container/stop/lives-in-grace.js';
import { containerStopNeverStarted } from './container/stop/never-started.js';
import { containerStopReturnsPromptly } from './container/stop/returns-promptly.js';
import { containerStopShorterWins } from './container/stop/shorter-wins.js';
import { containerStopSignal } from './container/stop/signal.js';
import { containerStopSignalOnce } from './container/stop/signal-once.js';
import { containerStopSilentAfter } from './container/stop/silent-after.js';
import { containerStopSucceeds } from './container/stop/succeeds.js';
import { containerStopUnknownNotFound } from './container/stop/unknown-not-found.js';
import { eventsLifeComplete } from './events/life/complete.js';
import { eventsLifeOfSandbox } from './events/life/of-sandbox.js';
import { eventsOrderOnce } from './events/order/once.js';
import { eventsPayloadAgrees } from './events/payload/agrees.js';
import { eventsPayloadAllContainers } from './events/payload/all-containers.js';
import { eventsPayloadSandboxMetadata } from './events/payload/sandbox-metadata.js';
import { eventsPayloadStateForward } from './events/payload/state-forward.js';
import { eventsPayloadTimes } from './events/payload/times.js';
import { execSyncBackgroundBounded } from './exec/sync/background-bounded.js';
import { execSyncBackgroundNotAwaited } from './exec/sync/background-not-awaited.js';
import { execSyncBesideAnother } from './exec/sync/beside-another.js';
import { execSyncExitCode } from './exec/sync/exit-code.js';
import { execSyncMissingProgramFails } from './exec/sync/missing-program-fails.js';
import { execSyncNotRunningRefused } from './exec/sync/not-running-refused.js';
import { execSyncOutputExact } from './exec/sync/output-exact.js';
import { execSyncSameSurroundings } from './exec/sync/same-surroundings.js';
import { execSyncStreamsSeparate } from './exec/sync/streams-separate.js';
import { execSyncTimeoutBounded } from './exec/sync/timeout-bounded.js';
import { execSyncTimeoutKills } from './exec/sync/timeout-kills.js';
import { execSyncTimeoutRecognisable } from './exec/sync/timeout-recognisable.js';
import { execSyncWorksInGrace } from './exec/sync/works-in-grace.js';
import { imageFsInfoFollows } from './image/fs-info/follows.js';
import { imageFsInfoUsable } from './image/fs-info/usable.js';
import { imageLayersApplied } from './image/layers/applied.js';
import { imageListAgreesWithStatus } from './image/list/agrees-with-status.js';
import { imageListComplete } from './image/list/complete.js';
import { imageListFilterFinds } from './image/list/filter-finds.js';
import { imageListSandboxImagePinned } from './image/list/sandbox-image-pinned.js';
import { imageListSucceeds } from './image/list/succeeds.js';
import { imageLookupSameId } from './image/lookup/same-id.js';
import { imagePullAgainAfterCancel } from './image/pull/again-after-cancel.js';
import { imagePullAsksRegistry } from './image/pull/asks-registry.js';
import { imagePullBrokenRefused } from './image/pull/broken-refused.js';
import { imagePullFailedKeepsOld } from './image/pull/failed-keeps-old.js';
import { imagePullFailedLeavesNothing } from './image/pull/failed-leaves-nothing.js';
import { imagePullHoldsUpNoRead } from './image/pull/holds-up-no-read.js';
import { imagePullKeepsSecrets } from './image/pull/keeps-secrets.js';
import { imagePullPresentAtOnce } from './image/pull/present-at-once.js';
import { imagePullRefKnown } from './image/pull/ref-known.js';
import { imagePullRefusedPromptly } from './image/pull/refused-promptly.js';
import { imagePullSucceeds } from './image/pull/succeeds.js';
import { imageRemoveAllNames } from './image/remove/all-names.js';
import { imageRemoveGone } from './image/remove/gone.js';
import { imageRemoveIdempotent } from './image/remove/idempotent.js';
import { imageRemoveInUseHarmless } from './image/remove/in-use-harmless.js';
import { imageRemoveSucceeds } from './image/remove/succeeds.js';
import { imageStatusAbsentOk } from './image/status/absent-ok.js';
import { imageStatusAsServed } from './image/status/as-served.js';
import { imageStatusIdAndSize } from './image/status/id-and-size.js';
import { imageStatusSucceeds } from './image/status/succeeds.js';
import { imageVolumeContent } from './image/volume/content.js';
import { logContentAppears } from './log/content/appears.js';
import { logContentCompleteAtExit } from './log/content/complete-at-exit.js';
import { logContentLongLinesJoinable } from './log/content/long-lines-joinable.js';
import { logContentTrue } from './log/content/true.js';
import { logFileAtPath } from './log/file/at-path.js';
import { logLineGrammar } from './log/line/grammar.js';
import { logLineTimesInWindow } from './log/line/times-in-window.js';
import { logLineTimesMonotonic } from './log/line/times-monotonic.js';
import { logReopenErrorLeavesNoFile } from './log/reopen/error-leaves-no-file.js';
import { logReopenNewFile } from './log/reopen/new-file.js';
import { logReopenNoLoss } from './log/reopen/no-loss.js';
import { logReopenSucceeds } from './log/reopen/succeeds.js';
import { logReopenUnknownRefused } from './log/reopen/unknown-refused.js';
import { nodeCgroupBelowParent } from './node/cgroup/below-parent.js';
import { nodeCgroupDriverTrue } from './node/cgroup/driver-true.js';
import { nodeCgroupLimitsApplied } from './node/cgroup/limits-applied.js';
import { nodeCgroupLimitsShown } from './node/cgroup/limits-shown.js';
import { nodeMountsAsRequested } from './node/mounts/as-requested.js';
import { nodeNamespacesAsRequested } from './node/namespaces/as-requested.js';
import { nodeNetworkAddressReal } from './node/network/address-real.js';
import { nodeOomOnlyWhenKilled } from './node/oom/only-when-killed.js';
import { nodeProcessesExecTimeoutEnds } from './node/processes/exec-timeout-ends.js';
import { nodeProcessesGoneAfterRemove } from './node/processes/gone-after-remove.js';
import { nodeProcessesGoneAfterSandbox } from './node/processes/gone-after-sandbox.js';
import { nodeProcessesGoneAfterStop } from './node/processes/gone-after-stop.js';
import { nodeProcessesNoneAfterFailedStart } from './node/processes/none-after-failed-start.js';
import { nodeProcessesStateTrue } from './node/processes/state-true.js';
import { nodeProcessesTimesTrue } from './node/processes/times-true.js';
import { nodeRemovedNothingLeft } from './node/removed/nothing-left.js';
import { resourcesUpdateOthersKept } from './resources/update/others-kept.js';
import { resourcesUpdateShown } from './resources/update/shown.js';
import { resourcesUpdateSucceeds } from './resources/update/succeeds.js';
import { resourcesUpdateUnknownRefused } from './resources/update/unknown-refused.js';
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
import { restartStartingSaysUnavailable } from './restart/starting/says-unavailable.js';
import { runtimeCallsAnswered } from './runtime/calls/answered.js';
import { runtimeConfigStatic } from './runtime/config/static.js';
import { runtimeConfigUpdateAccepted } from './runtime/config/update-accepted.js';
import { runtimeIdsNotOfOthers } from './runtime/ids/not-of-others.js';
import { runtimeMethodsAllOrNone } from './runtime/methods/all-or-none.js';
import { runtimeMethodsMandatory } from './runtime/methods/mandatory.js';
import { runtimeStatusConditions } from './runtime/status/conditions.js';
import { runtimeStatusConditionsExplained } from './runtime/status/conditions-explained.js';
import { runtimeStatusConstant } from './runtime/status/constant.js';
import { runtimeStatusFeaturesTrue } from './runtime/status/features-true.js';
import { runtimeStatusHandlersUnique } from './runtime/status/handlers-unique.js';
import { runtimeStatusInfo } from './runtime/status/info.js';
import { runtimeStatusNetworkReady } from './runtime/status/network-ready.js';
import { runtimeStatusReadyWhilePodsRun } from './runtime/status/ready-while-pods-run.js';
import { runtimeStatusSucceeds } from './runtime/status/succeeds.js';
import { runtimeVersionConstant } from './runtime/version/constant.js';
import { runtimeVersionFields } from './runtime/version/fields.js';
import { runtimeVersionSemver } from './runtime/version/semver.js';
import { sandboxDnsResolvConf } from './sandbox/dns/resolv-conf.js';
import { sandboxHostnameInside } from './sandbox/hostname/inside.js';
import { sandboxListAgreesWithStatus } from './sandbox/list/agrees-with-status.js';
import { sandboxListFiltersAnd } from './sandbox/list/filters-and.js';
import { sandboxListFiltersFind } from './sandbox/list/filters-find.js';
import { sandboxListItemsComplete } from './sandbox/list/items-complete.js';
import { sandboxListNoMatchEmpty } from './sandbox/list/no-match-empty.js';
import { sandboxListNothingUnknown } from './sandbox/list/nothing-unknown.js';
import { sandboxListStateFilter } from './sandbox/list/state-filter.js';
import { sandboxListSucceeds } from './sandbox/list/succeeds.js';
import { sandboxNetworkAdditionalIpsExcludePrimary } from './sandbox/network/additional-ips-exclude-primary.js';
import { sandboxNetworkAnswersInside } from './sandbox/network/answers-inside.js';
import { sandboxNetworkIpAtOnce } from './sandbox/network/ip-at-once.js';
import { sandboxNetworkIpNotShared } from './sandbox/network/ip-not-shared.js';
import { sandboxNetworkIpStable } from './sandbox/network/ip-stable.js';
import { sandboxNetworkIpsParsable } from './sandbox/network/ips-parsable.js';
import { sandboxRemoveForcesContainers } from './sandbox/remove/forces-containers.js';
import { sandboxRemoveGone } from './sandbox/remove/gone.js';
import { sandboxRemoveIdempotent } from './sandbox/remove/idempotent.js';
import { sandboxRemoveSucceeds } from './sandbox/remove/succeeds.js';
import { sandboxRemoveTakesContainers } from './sandbox/remove/takes-containers.js';
import { sandboxRemoveUnknownOk } from './sandbox/remove/unknown-ok.js';
import { sandboxRunAgainAfterDeadline } from './sandbox/run/again-after-deadline.js';
import { sandboxRunIdUnique } from './sandbox/run/id-unique.js';
import { sandboxRunNoDuplicate } from './sandbox/run/no-duplicate.js';
import { sandboxRunReadyAtOnce } from './sandbox/run/ready-at-once.js';
import { sandboxRunSucceeds } from './sandbox/run/succeeds.js';
import { sandboxRunUnknownHandlerRefused } from './sandbox/run/unknown-handler-refused.js';
import { sandboxStatusAnnotationsUnchanged } from './sandbox/status/annotations-unchanged.js';
import { sandboxStatusContainersAgree } from './sandbox/status/containers-agree.js';
import { sandboxStatusCreatedAt } from './sandbox/status/created-at.js';
import { sandboxStatusHandlerAsAsked } from './sandbox/status/handler-as-asked.js';
import { sandboxStatusLabelsUnchanged } from './sandbox/status/labels-unchanged.js';
import { sandboxStatusLaterAttemptLater } from './sandbox/status/later-attempt-later.js';
import { sandboxStatusMetadataUnchanged } from './sandbox/status/metadata-unchanged.js';
import { sandboxStatusMissingNotFound } from './sandbox/status/missing-not-found.js';
import { sandboxStatusNamespacesAsAsked } from './sandbox/status/namespaces-as-asked.js';
import { sandboxStatusNetworkMode } from './sandbox/status/network-mode.js';
import { sandboxStatusOwnId } from './sandbox/status/own-id.js';
import { sandboxStatusStateForward } from './sandbox/status/state-forward.js';
import { sandboxStatusSucceeds } from './sandbox/status/succeeds.js';
import { sandboxStopCreatedNotAwaited } from './sandbox/stop/created-not-awaited.js';
import { sandboxStopEndsContainers } from './sandbox/stop/ends-containers.js';
import { sandboxStopIdempotent } from './sandbox/stop/idempotent.js';
import { sandboxStopNotReadyAndListed } from './sandbox/stop/not-ready-and-listed.js';
import { sandboxStopSucceeds } from './sandbox/stop/succeeds.js';
import { sandboxStopUnknownOk } from './sandbox/stop/unknown-ok.js';
import { sandboxSysctlsInside } from './sandbox/sysctls/inside.js';
import { statsContainerAttributes } from './stats/container/attributes.js';
import { statsContainerCountersGrow } from './stats/container/counters-grow.js';
import { statsContainerFiles } from './stats/container/files.js';
import { statsContainerFollowsLoad } from './stats/container/follows-load.js';
import { statsContainerMissingRefused } from './stats/container/missing-refused.js';
import { statsContainerPlausible } from './stats/container/plausible.js';
import { statsContainerRate } from './stats/container/rate.js';
import { statsContainerSucceeds } from './stats/container/succeeds.js';
import { statsContainerViewsAgree } from './stats/container/views-agree.js';
import { statsListOfSandbox } from './stats/list/of-sandbox.js';
import { statsListSucceeds } from './stats/list/succeeds.js';
import { statsMetricsAgree } from './stats/metrics/agree.js';
import { statsMetricsDescribed } from './stats/metrics/described.js';
import { statsMetricsOfPods } from './stats/metrics/of-pods.js';
import { statsSandboxAttributes } from './stats/sandbox/attributes.js';
import { statsSandboxContainers } from './stats/sandbox/containers.js';
import { statsSandboxFollowsLoad } from './stats/sandbox/follows-load.js';
import { statsSandboxListed } from './stats/sandbox/listed.js';
import { statsSandboxMissingRefused } from './stats/sandbox/missing-refused.js';
import { statsSandboxPlausible } from './stats/sandbox/plausible.js';
import { statsSandboxSucceeds } from './stats/sandbox/succeeds.js';
import { statsSandboxViewsAgree } from './stats/sandbox/views-agree.js';
import { streamingUrlNotRunningRefused } from './streaming/url/not-running-refused.js';
import { streamingUrlSucceeds } from './streaming/url/succeeds.js';
import { streamingUrlUnique } from './streaming/url/unique.js';
import { streamingUrlUsable } from './streaming/url/usable.js';
import { upgradeContainerCreatedStaysCreated } from './upgrade/container/created-stays-created.js';
import { upgradeContainerImageKept } from './upgrade/container/image-kept.js';
import { upgradeContainerKeepsRunning } from './upgrade/container/keeps-running.js';
import { upgradeContainerMountsKept } from './upgrade/container/mounts-kept.js';
import { upgradeContainerResourcesKept } from './upgrade/container/resources-kept.js';
import { upgradeContainerUnchanged } from './upgrade/container/unchanged.js';
import { upgradeEventsReopened } from './upgrade/events/reopened.js';
import { upgradeExitCodeKept } from './upgrade/exit/code-kept.js';
import { upgradeExitSeen } from './upgrade/exit/seen.js';
import { upgradeExitedDataKept } from './upgrade/exited/data-kept.js';
import { upgradeImagesSame } from './upgrade/images/same.js';
import { upgradeInterruptedCreateRetry } from './upgrade/interrupted/create-retry.js';
import { upgradeInterruptedExecHarmless } from './upgrade/interrupted/exec-harmless.js';
import { upgradeInterruptedPullRetry } from './upgrade/interrupted/pull-retry.js';
import { upgradeInterruptedStopCompletes } from './upgrade/interrupted/stop-completes.js';
import { upgradeLogKept } from './upgrade/log/kept.js';
import { upgradeLogLastWords } from './upgrade/log/last-words.js';
import { upgradeNamesStillTaken } from './upgrade/names/still-taken.js';
import { upgradeNodeAddressesKept } from './upgrade/node/addresses-kept.js';
import { upgradeNodeLimitsKept } from './upgrade/node/limits-kept.js';
import { upgradeNodeMountsKept } from './upgrade/node/mounts-kept.js';
import { upgradeNodeProcessesKept } from './upgrade/node/processes-kept.js';
import { upgradeObjectsSameSet } from './upgrade/objects/same-set.js';
import { upgradePreexistingCreate } from './upgrade/preexisting/create.js';
import { upgradePreexistingExec } from './upgrade/preexisting/exec.js';
import { upgradePreexistingRead } from './upgrade/preexisting/read.js';
import { upgradePreexistingRemove } from './upgrade/preexisting/remove.js';
import { upgradePreexistingReopenLog } from './upgrade/preexisting/reopen-log.js';
import { upgradePreexistingStart } from './upgrade/preexisting/start.js';
import { upgradePreexistingStats } from './upgrade/preexisting/stats.js';
import { upgradePreexistingStop } from './upgrade/preexisting/stop.js';
import { upgradePreexistingUpdate } from './upgrade/preexisting/update.js';
import { upgradeReturnObjectsKnown } from './upgrade/return/objects-known.js';
import { upgradeReturnStarts } from './upgrade/return/starts.js';
import { upgradeReturnVerbsWork } from './upgrade/return/verbs-work.js';
import { upgradeReturnVersion } from './upgrade/return/version.js';
import { upgradeRuntimeConfigSame } from './upgrade/runtime/config-same.js';
import { upgradeRuntimeReadyAgain } from './upgrade/runtime/ready-again.js';
import { upgradeSandboxIpKept } from './upgrade/sandbox/ip-kept.js';
import { upgradeSandboxReadyIsTrue } from './upgrade/sandbox/ready-is-true.js';
import { upgradeSandboxStateKept } from './upgrade/sandbox/state-kept.js';
import { upgradeSandboxUnchanged } from './upgrade/sandbox/unchanged.js';
import { upgradeStartingNotMissing } from './upgrade/starting/not-missing.js';
import { upgradeStartingSaysUnavailable } from './upgrade/starting/says-unavailable.js';
import { upgradeVersionStarts } from './upgrade/version/starts.js';

/** Every contract, in the order of the ids. */
export const allContracts: readonly Contract[] = [
  checkpointContainerArchiveWritten,
  checkpointContainerGoesOn,
  containerCreateAgainAfterDeadline,
  containerCreateCreatedState,
  containerCreateIdUnique,
  containerCreateListedUnderSandbox,
  containerCreateNameFreeAfterRemove,
  containerCreateNoDuplicate,
  containerCreateStoppedSandboxRefused,
  containerCreateSucceeds,
  containerCreateUnknownSandboxRefused,
  containerDevicesAsRequested,
  containerEnvironmentArguments,
  containerEnvironmentInput,
  containerEnvironmentOomScore,
  containerEnvironmentTerminal,
  containerEnvironmentVariables,
  containerEnvironmentWorkingDir,
  containerListAgreesWithStatus,
  containerListFiltersAnd,
  containerListImageTrue,
  containerListItemsComplete,
  containerListNoMatchEmpty,
  containerListNothingUnknown,
  containerListStateFilter,
  containerListStaysUntilRemoved,
  containerListSucceeds,
  containerMountsAsRequested,
  containerMountsContentShared,
  containerRemoveForcesRunning,
  containerRemoveGone,
  containerRemoveIdempotent,
  containerRemoveNeverStarted,
  containerRemoveSucceeds,
  containerRemoveUnknownOk,
  containerSecurityCapabilities,
  containerSecurityHiddenPaths,
  containerSecurityNoNewPrivileges,
  containerSecurityNothingHidden,
  containerSecurityPrivileged,
  containerSecurityProcessNamespace,
  containerSecurityRootFilesystem,
  containerSecuritySeccomp,
  containerSecurityUser,
  containerSecurityUserNamespace,
  containerStartFailedIsExited,
  containerStartFailedNotRunning,
  containerStartOnce,
  containerStartRunningOrExited,
  containerStartStoppedSandboxRefused,
  containerStartSucceeds,
  containerStartUnknownRefused,
  containerStatusAnnotationsUnchanged,
  containerStatusExitCodeTrue,
  containerStatusExitExplained,
  containerStatusExitFinal,
  containerStatusExitNoticed,
  containerStatusFinishedAtFits,
  containerStatusImageId,
  containerStatusImageStable,
  containerStatusImageTrue,
  containerStatusLabelsUnchanged,
  containerStatusLaterAttemptLater,
  containerStatusLogPath,
  containerStatusMetadataUnchanged,
  containerStatusMissingNotFound,
  containerStatusMountsAsAsked,
  containerStatusOomTold,
  containerStatusReasonFits,
  containerStatusRequiredFields,
  containerStatusResourcesAsAsked,
  containerStatusSignalExitCode,
  containerStatusStateForward,
  containerStatusStopSignal,
  containerStatusSucceeds,
  containerStatusTerminationLogMount,
  containerStatusTimesImmutable,
  containerStatusTimesInWindow,
  containerStatusTimesOrdered,
  containerStatusTimesPresent,
  containerStatusUserAsAsked,
  containerStopBesideAnother,
  containerStopExitedOnReturn,
  containerStopGraceKept,
  containerStopHandlerFinishes,
  containerStopHoldsUpNoOther,
  containerStopHoldsUpNoRead,
  containerStopIdempotent,
  containerStopKillsAfterTimeout,
  containerStopLivesInGrace,
  containerStopNeverStarted,
  containerStopReturnsPromptly,
  containerStopShorterWins,
  containerStopSignal,
  containerStopSignalOnce,
  containerStopSilentAfter,
  containerStopSucceeds,
  containerStopUnknownNotFound,
  eventsLifeComplete,
  eventsLifeOfSandbox,
  eventsOrderOnce,
  eventsPayloadAgrees,
  eventsPayloadAllContainers,
  eventsPayloadSandboxMetadata,
  eventsPayloadStateForward,
  eventsPayloadTimes,
  execSyncBackgroundBounded,
  execSyncBackgroundNotAwaited,
  execSyncBesideAnother,
  execSyncExitCode,
  execSyncMissingProgramFails,
  execSyncNotRunningRefused,
  execSyncOutputExact,
  execSyncSameSurroundings,
  execSyncStreamsSeparate,
  execSyncTimeoutBounded,
  execSyncTimeoutKills,
  execSyncTimeoutRecognisable,
  execSyncWorksInGrace,
  imageFsInfoFollows,
  imageFsInfoUsable,
  imageLayersApplied,
  imageListAgreesWithStatus,
  imageListComplete,
  imageListFilterFinds,
  imageListSandboxImagePinned,
  imageListSucceeds,
  imageLookupSameId,
  imagePullAgainAfterCancel,
  imagePullAsksRegistry,
  imagePullBrokenRefused,
  imagePullFailedKeepsOld,
  imagePullFailedLeavesNothing,
  imagePullHoldsUpNoRead,
  imagePullKeepsSecrets,
  imagePullPresentAtOnce,
  imagePullRefKnown,
  imagePullRefusedPromptly,
  imagePullSucceeds,
  imageRemoveAllNames,
  imageRemoveGone,
  imageRemoveIdempotent,
  imageRemoveInUseHarmless,
  imageRemoveSucceeds,
  imageStatusAbsentOk,
  imageStatusAsServed,
  imageStatusIdAndSize,
  imageStatusSucceeds,
  imageVolumeContent,
  logContentAppears,
  logContentCompleteAtExit,
  logContentLongLinesJoinable,
  logContentTrue,
  logFileAtPath,
  logLineGrammar,
  logLineTimesInWindow,
  logLineTimesMonotonic,
  logReopenErrorLeavesNoFile,
  logReopenNewFile,
  logReopenNoLoss,
  logReopenSucceeds,
  logReopenUnknownRefused,
  nodeCgroupBelowParent,
  nodeCgroupDriverTrue,
  nodeCgroupLimitsApplied,
  nodeCgroupLimitsShown,
  nodeMountsAsRequested,
  nodeNamespacesAsRequested,
  nodeNetworkAddressReal,
  nodeOomOnlyWhenKilled,
  nodeProcessesExecTimeoutEnds,
  nodeProcessesGoneAfterRemove,
  nodeProcessesGoneAfterSandbox,
  nodeProcessesGoneAfterStop,
  nodeProcessesNoneAfterFailedStart,
  nodeProcessesStateTrue,
  nodeProcessesTimesTrue,
  nodeRemovedNothingLeft,
  resourcesUpdateOthersKept,
  resourcesUpdateShown,
  resourcesUpdateSucceeds,
  resourcesUpdateUnknownRefused,
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
  restartStartingSaysUnavailable,
  runtimeCallsAnswered,
  runtimeConfigStatic,
  runtimeConfigUpdateAccepted,
  runtimeIdsNotOfOthers,
  runtimeMethodsAllOrNone,
  runtimeMethodsMandatory,
  runtimeStatusConditions,
  runtimeStatusConditionsExplained,
  runtimeStatusConstant,
  runtimeStatusFeaturesTrue,
  runtimeStatusHandlersUnique,
  runtimeStatusInfo,
  runtimeStatusNetworkReady,
  runtimeStatusReadyWhilePodsRun,
  runtimeStatusSucceeds,
  runtimeVersionConstant,
  runtimeVersionFields,
  runtimeVersionSemver,
  sandboxDnsResolvConf,
  sandboxHostnameInside,
  sandboxListAgreesWithStatus,
  sandboxListFiltersAnd,
  sandboxListFiltersFind,
  sandboxListItemsComplete,
  sandboxListNoMatchEmpty,
  sandboxListNothingUnknown,
  sandboxListStateFilter,
  sandboxListSucceeds,
  sandboxNetworkAdditionalIpsExcludePrimary,
  sandboxNetworkAnswersInside,
  sandboxNetworkIpAtOnce,
  sandboxNetworkIpNotShared,
  sandboxNetworkIpStable,
  sandboxNetworkIpsParsable,
  sandboxRemoveForcesContainers,
  sandboxRemoveGone,
  sandboxRemoveIdempotent,
  sandboxRemoveSucceeds,
  sandboxRemoveTakesContainers,
  sandboxRemoveUnknownOk,
  sandboxRunAgainAfterDeadline,
  sandboxRunIdUnique,
  sandboxRunNoDuplicate,
  sandboxRunReadyAtOnce,
  sandboxRunSucceeds,
  sandboxRunUnknownHandlerRefused,
  sandboxStatusAnnotationsUnchanged,
  sandboxStatusContainersAgree,
  sandboxStatusCreatedAt,
  sandboxStatusHandlerAsAsked,
  sandboxStatusLabelsUnchanged,
  sandboxStatusLaterAttemptLater,
  sandboxStatusMetadataUnchanged,
  sandboxStatusMissingNotFound,
  sandboxStatusNamespacesAsAsked,
  sandboxStatusNetworkMode,
  sandboxStatusOwnId,
  sandboxStatusStateForward,
  sandboxStatusSucceeds,
  sandboxStopCreatedNotAwaited,
  sandboxStopEndsContainers,
  sandboxStopIdempotent,
  sandboxStopNotReadyAndListed,
  sandboxStopSucceeds,
  sandboxStopUnknownOk,
  sandboxSysctlsInside,
  statsContainerAttributes,
  statsContainerCountersGrow,
  statsContainerFiles,
  statsContainerFollowsLoad,
  statsContainerMissingRefused,
  statsContainerPlausible,
  statsContainerRate,
  statsContainerSucceeds,
  statsContainerViewsAgree,
  statsListOfSandbox,
  statsListSucceeds,
  statsMetricsAgree,
  statsMetricsDescribed,
  statsMetricsOfPods,
  statsSandboxAttributes,
  statsSandboxContainers,
  statsSandboxFollowsLoad,
  statsSandboxListed,
  statsSandboxMissingRefused,
  statsSandboxPlausible,
  statsSandboxSucceeds,
  statsSandboxViewsAgree,
  streamingUrlNotRunningRefused,
  streamingUrlSucceeds,
  streamingUrlUnique,
  streamingUrlUsable,
  upgradeContainerCreatedStaysCreated,
  upgradeContainerImageKept,
  upgradeContainerKeepsRunning,
  upgradeContainerMountsKept,
  upgradeContainerResourcesKept,
  upgradeContainerUnchanged,
  upgradeEventsReopened,
  upgradeExitCodeKept,
  upgradeExitSeen,
  upgradeExitedDataKept,
  upgradeImagesSame,
  upgradeInterruptedCreateRetry,
  upgradeInterruptedExecHarmless,
  upgradeInterruptedPullRetry,
  upgradeInterruptedStopCompletes,
  upgradeLogKept,
  upgradeLogLastWords,
  upgradeNamesStillTaken,
  upgradeNodeAddressesKept,
  upgradeNodeLimitsKept,
  upgradeNodeMountsKept,
  upgradeNodeProcessesKept,
  upgradeObjectsSameSet,
  upgradePreexistingCreate,
  upgradePreexistingExec,
  upgradePreexistingRead,
  upgradePreexistingRemove,
  upgradePreexistingReopenLog,
  upgradePreexistingStart,
  upgradePreexistingStats,
  upgradePreexistingStop,
  upgradePreexistingUpdate,
  upgradeReturnObjectsKnown,
  upgradeReturnStarts,
  upgradeReturnVerbsWork,
  upgradeReturnVersion,
  upgradeRuntimeConfigSame,
  upgradeRuntimeReadyAgain,
  upgradeSandboxIpKept,
  upgradeSandboxReadyIsTrue,
  upgradeSandboxStateKept,
  upgradeSandboxUnchanged,
  upgradeStartingNotMissing,
  upgradeStartingSaysUnavailable,
  upgradeVersionStarts,
];
