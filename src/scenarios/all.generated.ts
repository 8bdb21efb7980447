// SPDX-License-Identifier: Apache-2.0
// Written by `npm run generate`. Do not edit.
import type { Scenario } from './scenario.js';
import { checkpointRunning } from './checkpoint/running.js';
import { containersBlockVolume } from './containers/block-volume.js';
import { containersCallByCall } from './containers/call-by-call.js';
import { containersDuplicateNames } from './containers/duplicate-names.js';
import { containersFastExits } from './containers/fast-exits.js';
import { containersGivenUp } from './containers/given-up.js';
import { containersOddRequests } from './containers/odd-requests.js';
import { containersPropagation } from './containers/propagation.js';
import { containersRemovedWhileCounting } from './containers/removed-while-counting.js';
import { containersSeveralAttempts } from './containers/several-attempts.js';
import { containersTwoInAPod } from './containers/two-in-a-pod.js';
import { containersUnknownState } from './containers/unknown-state.js';
import { daemonCrashWhileIdle } from './daemon/crash-while-idle.js';
import { daemonExitsWhileCrashed } from './daemon/exits-while-crashed.js';
import { daemonExitsWhileStopped } from './daemon/exits-while-stopped.js';
import { daemonInterruptedCreate } from './daemon/interrupted-create.js';
import { daemonInterruptedEvents } from './daemon/interrupted-events.js';
import { daemonInterruptedExec } from './daemon/interrupted-exec.js';
import { daemonInterruptedPull } from './daemon/interrupted-pull.js';
import { daemonInterruptedRunSandbox } from './daemon/interrupted-run-sandbox.js';
import { daemonInterruptedStop } from './daemon/interrupted-stop.js';
import { daemonLogRenamedWhileDown } from './daemon/log-renamed-while-down.js';
import { daemonPreexistingAfterCrash } from './daemon/preexisting-after-crash.js';
import { daemonPreexistingAfterRestart } from './daemon/preexisting-after-restart.js';
import { daemonPreexistingLogRotated } from './daemon/preexisting-log-rotated.js';
import { daemonRestartAfterFailures } from './daemon/restart-after-failures.js';
import { daemonRestartWhileIdle } from './daemon/restart-while-idle.js';
import { daemonSandboxKilledWhileDown } from './daemon/sandbox-killed-while-down.js';
import { eventsManyWatchers } from './events/many-watchers.js';
import { eventsWatch } from './events/watch.js';
import { execCommands } from './exec/commands.js';
import { execDuringExit } from './exec/during-exit.js';
import { execInGrace } from './exec/in-grace.js';
import { execLeftBehind } from './exec/left-behind.js';
import { execResults } from './exec/results.js';
import { execSurroundings } from './exec/surroundings.js';
import { garbageDeadContainers } from './garbage/dead-containers.js';
import { garbageSandboxes } from './garbage/sandboxes.js';
import { hooksPostStart } from './hooks/post-start.js';
import { hooksPostStartFails } from './hooks/post-start-fails.js';
import { hooksPostStartFailsBeside } from './hooks/post-start-fails-beside.js';
import { hooksPostStartHangs } from './hooks/post-start-hangs.js';
import { hooksPostStartHttp } from './hooks/post-start-http.js';
import { hooksPostStartSleeps } from './hooks/post-start-sleeps.js';
import { hooksPreStop } from './hooks/pre-stop.js';
import { hooksPreStopFails } from './hooks/pre-stop-fails.js';
import { hooksPreStopTooSlow } from './hooks/pre-stop-too-slow.js';
import { imagesAtTheSameTime } from './images/at-the-same-time.js';
import { imagesBrokenPulls } from './images/broken-pulls.js';
import { imagesCollected } from './images/collected.js';
import { imagesDeletedWhilePulling } from './images/deleted-while-pulling.js';
import { imagesDenied } from './images/denied.js';
import { imagesDiskUsage } from './images/disk-usage.js';
import { imagesLayers } from './images/layers.js';
import { imagesNames } from './images/names.js';
import { imagesNeverPulled } from './images/never-pulled.js';
import { imagesPullAndRemove } from './images/pull-and-remove.js';
import { imagesPullRecovers } from './images/pull-recovers.js';
import { imagesPulledAlways } from './images/pulled-always.js';
import { imagesPulledWhenAbsent } from './images/pulled-when-absent.js';
import { imagesRemovedAfterUse } from './images/removed-after-use.js';
import { imagesRemovedInUse } from './images/removed-in-use.js';
import { imagesSeveralCredentials } from './images/several-credentials.js';
import { imagesUsers } from './images/users.js';
import { imagesVolume } from './images/volume.js';
import { imagesVolumeOfInit } from './images/volume-of-init.js';
import { initFailsForGood } from './init/fails-for-good.js';
import { initFailsUntilItWorks } from './init/fails-until-it-works.js';
import { initTwoInOrder } from './init/two-in-order.js';
import { insideEnvironment } from './inside/environment.js';
import { insideImageDefaults } from './inside/image-defaults.js';
import { insideInput } from './inside/input.js';
import { insidePrivileged } from './inside/privileged.js';
import { insideSecondAttempt } from './inside/second-attempt.js';
import { insideSecurity } from './inside/security.js';
import { insideStrictGroups } from './inside/strict-groups.js';
import { jobsExitCodes } from './jobs/exit-codes.js';
import { jobsOneAfterTheOther } from './jobs/one-after-the-other.js';
import { jobsSignals } from './jobs/signals.js';
import { kubeletDiesBeforeStart } from './kubelet/dies-before-start.js';
import { kubeletPodDeletedWhileDown } from './kubelet/pod-deleted-while-down.js';
import { kubeletRestarts } from './kubelet/restarts.js';
import { logsBurst } from './logs/burst.js';
import { logsMissingDirectory } from './logs/missing-directory.js';
import { logsOddLines } from './logs/odd-lines.js';
import { logsOutput } from './logs/output.js';
import { logsReopen } from './logs/reopen.js';
import { logsReopenedTwice } from './logs/reopened-twice.js';
import { logsRotatedByKubelet } from './logs/rotated-by-kubelet.js';
import { logsRotationRefused } from './logs/rotation-refused.js';
import { nodeLife } from './node/life.js';
import { nodeOutOfMemory } from './node/out-of-memory.js';
import { nodePodCgroup } from './node/pod-cgroup.js';
import { podCompleteRequests } from './pod/complete-requests.js';
import { podEvicted } from './pod/evicted.js';
import { podHappyPath } from './pod/happy-path.js';
import { podStaticChanged } from './pod/static-changed.js';
import { probesLivenessFails } from './probes/liveness-fails.js';
import { probesOwnGrace } from './probes/own-grace.js';
import { probesStartupFails } from './probes/startup-fails.js';
import { probesTimeOut } from './probes/time-out.js';
import { resourcesOutOfMemory } from './resources/out-of-memory.js';
import { resourcesUpdate } from './resources/update.js';
import { restartPolicyAllContainers } from './restart-policy/all-containers.js';
import { restartPolicyCrashWithAlways } from './restart-policy/crash-with-always.js';
import { restartPolicyOnFailure } from './restart-policy/on-failure.js';
import { restartPolicySuccessWithAlways } from './restart-policy/success-with-always.js';
import { runtimeAnswers } from './runtime/answers.js';
import { runtimeNetworkNotReady } from './runtime/network-not-ready.js';
import { runtimeUnreachableForAWhile } from './runtime/unreachable-for-a-while.js';
import { sandboxDeletedWhileStarting } from './sandbox/deleted-while-starting.js';
import { sandboxEndedWhileCounting } from './sandbox/ended-while-counting.js';
import { sandboxHostNetwork } from './sandbox/host-network.js';
import { sandboxNamesAndDns } from './sandbox/names-and-dns.js';
import { sandboxPortAgain } from './sandbox/port-again.js';
import { sandboxPorts } from './sandbox/ports.js';
import { sandboxProcessKilled } from './sandbox/process-killed.js';
import { sandboxRefusedAtFirst } from './sandbox/refused-at-first.js';
import { sandboxRemovedFromOutside } from './sandbox/removed-from-outside.js';
import { sandboxRemovedWhileRunning } from './sandbox/removed-while-running.js';
import { sandboxRuntimeClass } from './sandbox/runtime-class.js';
import { sandboxRuntimeClassMissing } from './sandbox/runtime-class-missing.js';
import { sandboxRuntimeClassUnknown } from './sandbox/runtime-class-unknown.js';
import { sandboxSecondAttempt } from './sandbox/second-attempt.js';
import { sandboxStatusUnreadableAtFirst } from './sandbox/status-unreadable-at-first.js';
import { sandboxStoppedFromOutside } from './sandbox/stopped-from-outside.js';
import { sandboxStoppedWhileCreating } from './sandbox/stopped-while-creating.js';
import { sandboxStoppedWhileRunning } from './sandbox/stopped-while-running.js';
import { sandboxSysctls } from './sandbox/sysctls.js';
import { sandboxTwoReady } from './sandbox/two-ready.js';
import { sandboxUserNamespace } from './sandbox/user-namespace.js';
import { sandboxUserNamespaceUnmasked } from './sandbox/user-namespace-unmasked.js';
import { sandboxWithoutAddress } from './sandbox/without-address.js';
import { sidecarsCrash } from './sidecars/crash.js';
import { sidecarsEndWithTheJob } from './sidecars/end-with-the-job.js';
import { sidecarsStartsFirst } from './sidecars/starts-first.js';
import { sidecarsStopOrder } from './sidecars/stop-order.js';
import { startBadEntrypoint } from './start/bad-entrypoint.js';
import { startBadImageName } from './start/bad-image-name.js';
import { startCreateRefused } from './start/create-refused.js';
import { startLater } from './start/later.js';
import { startRefusedThenRight } from './start/refused-then-right.js';
import { statsAfterExit } from './stats/after-exit.js';
import { statsSecondAttempt } from './stats/second-attempt.js';
import { statsTwice } from './stats/twice.js';
import { statsUnderLoad } from './stats/under-load.js';
import { stopBesideOthers } from './stop/beside-others.js';
import { stopFalselyAcknowledged } from './stop/falsely-acknowledged.js';
import { stopForced } from './stop/forced.js';
import { stopGraceOne } from './stop/grace-one.js';
import { stopGraceShortened } from './stop/grace-shortened.js';
import { stopIgnoresTerm } from './stop/ignores-term.js';
import { stopImageSignal } from './stop/image-signal.js';
import { stopLongGrace } from './stop/long-grace.js';
import { stopOverlapping } from './stop/overlapping.js';
import { stopOwnSignal } from './stop/own-signal.js';
import { stopReactions } from './stop/reactions.js';
import { stopRefusedAtFirst } from './stop/refused-at-first.js';
import { stopRepeated } from './stop/repeated.js';
import { stopSlowHandler } from './stop/slow-handler.js';
import { streamingAll } from './streaming/all.js';
import { updatesEphemeralContainer } from './updates/ephemeral-container.js';
import { updatesImageChanged } from './updates/image-changed.js';
import { updatesResized } from './updates/resized.js';
import { updatesResizedByRestart } from './updates/resized-by-restart.js';
import { upgradeAfterFailures } from './upgrade/after-failures.js';
import { upgradeExitsWhileAway } from './upgrade/exits-while-away.js';
import { upgradeInterruptedCreate } from './upgrade/interrupted-create.js';
import { upgradeInterruptedEvents } from './upgrade/interrupted-events.js';
import { upgradeInterruptedExec } from './upgrade/interrupted-exec.js';
import { upgradeInterruptedPull } from './upgrade/interrupted-pull.js';
import { upgradeInterruptedRunSandbox } from './upgrade/interrupted-run-sandbox.js';
import { upgradeInterruptedStop } from './upgrade/interrupted-stop.js';
import { upgradeLogRotated } from './upgrade/log-rotated.js';
import { upgradeMadeByTheNew } from './upgrade/made-by-the-new.js';
import { upgradeSandboxKilled } from './upgrade/sandbox-killed.js';
import { upgradeThereAndBack } from './upgrade/there-and-back.js';
import { upgradeVerbs } from './upgrade/verbs.js';
import { upgradeVerbsAfterReturn } from './upgrade/verbs-after-return.js';
import { upgradeWhileIdle } from './upgrade/while-idle.js';
import { upgradeWhileKubeletRuns } from './upgrade/while-kubelet-runs.js';

/** Every scenario, in the order of the ids. */
export const allScenarios: readonly Scenario[] = [
  checkpointRunning,
  containersBlockVolume,
  containersCallByCall,
  containersDuplicateNames,
  containersFastExits,
  containersGivenUp,
  containersOddRequests,
  containersPropagation,
  containersRemovedWhileCounting,
  containersSeveralAttempts,
  containersTwoInAPod,
  containersUnknownState,
  daemonCrashWhileIdle,
  daemonExitsWhileCrashed,
  daemonExitsWhileStopped,
  daemonInterruptedCreate,
  daemonInterruptedEvents,
  daemonInterruptedExec,
  daemonInterruptedPull,
  daemonInterruptedRunSandbox,
  daemonInterruptedStop,
  daemonLogRenamedWhileDown,
  daemonPreexistingAfterCrash,
  daemonPreexistingAfterRestart,
  daemonPreexistingLogRotated,
  daemonRestartAfterFailures,
  daemonRestartWhileIdle,
  daemonSandboxKilledWhileDown,
  eventsManyWatchers,
  eventsWatch,
  execCommands,
  execDuringExit,
  execInGrace,
  execLeftBehind,
  execResults,
  execSurroundings,
  garbageDeadContainers,
  garbageSandboxes,
  hooksPostStart,
  hooksPostStartFails,
  hooksPostStartFailsBeside,
  hooksPostStartHangs,
  hooksPostStartHttp,
  hooksPostStartSleeps,
  hooksPreStop,
  hooksPreStopFails,
  hooksPreStopTooSlow,
  imagesAtTheSameTime,
  imagesBrokenPulls,
  imagesCollected,
  imagesDeletedWhilePulling,
  imagesDenied,
  imagesDiskUsage,
  imagesLayers,
  imagesNames,
  imagesNeverPulled,
  imagesPullAndRemove,
  imagesPullRecovers,
  imagesPulledAlways,
  imagesPulledWhenAbsent,
  imagesRemovedAfterUse,
  imagesRemovedInUse,
  imagesSeveralCredentials,
  imagesUsers,
  imagesVolume,
  imagesVolumeOfInit,
  initFailsForGood,
  initFailsUntilItWorks,
  initTwoInOrder,
  insideEnvironment,
  insideImageDefaults,
  insideInput,
  insidePrivileged,
  insideSecondAttempt,
  insideSecurity,
  insideStrictGroups,
  jobsExitCodes,
  jobsOneAfterTheOther,
  jobsSignals,
  kubeletDiesBeforeStart,
  kubeletPodDeletedWhileDown,
  kubeletRestarts,
  logsBurst,
  logsMissingDirectory,
  logsOddLines,
  logsOutput,
  logsReopen,
  logsReopenedTwice,
  logsRotatedByKubelet,
  logsRotationRefused,
  nodeLife,
  nodeOutOfMemory,
  nodePodCgroup,
  podCompleteRequests,
  podEvicted,
  podHappyPath,
  podStaticChanged,
  probesLivenessFails,
  probesOwnGrace,
  probesStartupFails,
  probesTimeOut,
  resourcesOutOfMemory,
  resourcesUpdate,
  restartPolicyAllContainers,
  restartPolicyCrashWithAlways,
  restartPolicyOnFailure,
  restartPolicySuccessWithAlways,
  runtimeAnswers,
  runtimeNetworkNotReady,
  runtimeUnreachableForAWhile,
  sandboxDeletedWhileStarting,
  sandboxEndedWhileCounting,
  sandboxHostNetwork,
  sandboxNamesAndDns,
  sandboxPortAgain,
  sandboxPorts,
  sandboxProcessKilled,
  sandboxRefusedAtFirst,
  sandboxRemovedFromOutside,
  sandboxRemovedWhileRunning,
  sandboxRuntimeClass,
  sandboxRuntimeClassMissing,
  sandboxRuntimeClassUnknown,
  sandboxSecondAttempt,
  sandboxStatusUnreadableAtFirst,
  sandboxStoppedFromOutside,
  sandboxStoppedWhileCreating,
  sandboxStoppedWhileRunning,
  sandboxSysctls,
  sandboxTwoReady,
  sandboxUserNamespace,
  sandboxUserNamespaceUnmasked,
  sandboxWithoutAddress,
  sidecarsCrash,
  sidecarsEndWithTheJob,
  sidecarsStartsFirst,
  sidecarsStopOrder,
  startBadEntrypoint,
  startBadImageName,
  startCreateRefused,
  startLater,
  startRefusedThenRight,
  statsAfterExit,
  statsSecondAttempt,
  statsTwice,
  statsUnderLoad,
  stopBesideOthers,
  stopFalselyAcknowledged,
  stopForced,
  stopGraceOne,
  stopGraceShortened,
  stopIgnoresTerm,
  stopImageSignal,
  stopLongGrace,
  stopOverlapping,
  stopOwnSignal,
  stopReactions,
  stopRefusedAtFirst,
  stopRepeated,
  stopSlowHandler,
  streamingAll,
  updatesEphemeralContainer,
  updatesImageChanged,
  updatesResized,
  updatesResizedByRestart,
  upgradeAfterFailures,
  upgradeExitsWhileAway,
  upgradeInterruptedCreate,
  upgradeInterruptedEvents,
  upgradeInterruptedExec,
  upgradeInterruptedPull,
  upgradeInterruptedRunSandbox,
  upgradeInterruptedStop,
  upgradeLogRotated,
  upgradeMadeByTheNew,
  upgradeSandboxKilled,
  upgradeThereAndBack,
  upgradeVerbs,
  upgradeVerbsAfterReturn,
  upgradeWhileIdle,
  upgradeWhileKubeletRuns,
];

export type ScenarioId =
  | 'checkpoint.running'
  | 'containers.block-volume'
  | 'containers.call-by-call'
  | 'containers.duplicate-names'
  | 'containers.fast-exits'
  | 'containers.given-up'
  | 'containers.odd-requests'
  | 'containers.propagation'
  | 'containers.removed-while-counting'
  | 'containers.several-attempts'
  | 'containers.two-in-a-pod'
  | 'containers.unknown-state'
  | 'daemon.crash-while-idle'
  | 'daemon.exits-while-crashed'
  | 'daemon.exits-while-stopped'
  | 'daemon.interrupted-create'
  | 'daemon.interrupted-events'
  | 'daemon.interrupted-exec'
  | 'daemon.interrupted-pull'
  | 'daemon.interrupted-run-sandbox'
  | 'daemon.interrupted-stop'
  | 'daemon.log-renamed-while-down'
  | 'daemon.preexisting-after-crash'
  | 'daemon.preexisting-after-restart'
  | 'daemon.preexisting-log-rotated'
  | 'daemon.restart-after-failures'
  | 'daemon.restart-while-idle'
  | 'daemon.sandbox-killed-while-down'
  | 'events.many-watchers'
  | 'events.watch'
  | 'exec.commands'
  | 'exec.during-exit'
  | 'exec.in-grace'
  | 'exec.left-behind'
  | 'exec.results'
  | 'exec.surroundings'
  | 'garbage.dead-containers'
  | 'garbage.sandboxes'
  | 'hooks.post-start'
  | 'hooks.post-start-fails'
  | 'hooks.post-start-fails-beside'
  | 'hooks.post-start-hangs'
  | 'hooks.post-start-http'
  | 'hooks.post-start-sleeps'
  | 'hooks.pre-stop'
  | 'hooks.pre-stop-fails'
  | 'hooks.pre-stop-too-slow'
  | 'images.at-the-same-time'
  | 'images.broken-pulls'
  | 'images.collected'
  | 'images.deleted-while-pulling'
  | 'images.denied'
  | 'images.disk-usage'
  | 'images.layers'
  | 'images.names'
  | 'images.never-pulled'
  | 'images.pull-and-remove'
  | 'images.pull-recovers'
  | 'images.pulled-always'
  | 'images.pulled-when-absent'
  | 'images.removed-after-use'
  | 'images.removed-in-use'
  | 'images.several-credentials'
  | 'images.users'
  | 'images.volume'
  | 'images.volume-of-init'
  | 'init.fails-for-good'
  | 'init.fails-until-it-works'
  | 'init.two-in-order'
  | 'inside.environment'
  | 'inside.image-defaults'
  | 'inside.input'
  | 'inside.privileged'
  | 'inside.second-attempt'
  | 'inside.security'
  | 'inside.strict-groups'
  | 'jobs.exit-codes'
  | 'jobs.one-after-the-other'
  | 'jobs.signals'
  | 'kubelet.dies-before-start'
  | 'kubelet.pod-deleted-while-down'
  | 'kubelet.restarts'
  | 'logs.burst'
  | 'logs.missing-directory'
  | 'logs.odd-lines'
  | 'logs.output'
  | 'logs.reopen'
  | 'logs.reopened-twice'
  | 'logs.rotated-by-kubelet'
  | 'logs.rotation-refused'
  | 'node.life'
  | 'node.out-of-memory'
  | 'node.pod-cgroup'
  | 'pod.complete-requests'
  | 'pod.evicted'
  | 'pod.happy-path'
  | 'pod.static-changed'
  | 'probes.liveness-fails'
  | 'probes.own-grace'
  | 'probes.startup-fails'
  | 'probes.time-out'
  | 'resources.out-of-memory'
  | 'resources.update'
  | 'restart-policy.all-containers'
  | 'restart-policy.crash-with-always'
  | 'restart-policy.on-failure'
  | 'restart-policy.success-with-always'
  | 'runtime.answers'
  | 'runtime.network-not-ready'
  | 'runtime.unreachable-for-a-while'
  | 'sandbox.deleted-while-starting'
  | 'sandbox.ended-while-counting'
  | 'sandbox.host-network'
  | 'sandbox.names-and-dns'
  | 'sandbox.port-again'
  | 'sandbox.ports'
  | 'sandbox.process-killed'
  | 'sandbox.refused-at-first'
  | 'sandbox.removed-from-outside'
  | 'sandbox.removed-while-running'
  | 'sandbox.runtime-class'
  | 'sandbox.runtime-class-missing'
  | 'sandbox.runtime-class-unknown'
  | 'sandbox.second-attempt'
  | 'sandbox.status-unreadable-at-first'
  | 'sandbox.stopped-from-outside'
  | 'sandbox.stopped-while-creating'
  | 'sandbox.stopped-while-running'
  | 'sandbox.sysctls'
  | 'sandbox.two-ready'
  | 'sandbox.user-namespace'
  | 'sandbox.user-namespace-unmasked'
  | 'sandbox.without-address'
  | 'sidecars.crash'
  | 'sidecars.end-with-the-job'
  | 'sidecars.starts-first'
  | 'sidecars.stop-order'
  | 'start.bad-entrypoint'
  | 'start.bad-image-name'
  | 'start.create-refused'
  | 'start.later'
  | 'start.refused-then-right'
  | 'stats.after-exit'
  | 'stats.second-attempt'
  | 'stats.twice'
  | 'stats.under-load'
  | 'stop.beside-others'
  | 'stop.falsely-acknowledged'
  | 'stop.forced'
  | 'stop.grace-one'
  | 'stop.grace-shortened'
  | 'stop.ignores-term'
  | 'stop.image-signal'
  | 'stop.long-grace'
  | 'stop.overlapping'
  | 'stop.own-signal'
  | 'stop.reactions'
  | 'stop.refused-at-first'
  | 'stop.repeated'
  | 'stop.slow-handler'
  | 'streaming.all'
  | 'updates.ephemeral-container'
  | 'updates.image-changed'
  | 'updates.resized'
  | 'updates.resized-by-restart'
  | 'upgrade.after-failures'
  | 'upgrade.exits-while-away'
  | 'upgrade.interrupted-create'
  | 'upgrade.interrupted-events'
  | 'upgrade.interrupted-exec'
  | 'upgrade.interrupted-pull'
  | 'upgrade.interrupted-run-sandbox'
  | 'upgrade.interrupted-stop'
  | 'upgrade.log-rotated'
  | 'upgrade.made-by-the-new'
  | 'upgrade.sandbox-killed'
  | 'upgrade.there-and-back'
  | 'upgrade.verbs'
  | 'upgrade.verbs-after-return'
  | 'upgrade.while-idle'
  | 'upgrade.while-kubelet-runs';
