// SPDX-License-Identifier: Apache-2.0
import { containersByHand } from './containers/by-hand.js';
import { containersDuplicateNames } from './containers/duplicate-names.js';
import { containersTwoInAPod } from './containers/two-in-a-pod.js';
import { eventsWatch } from './events/watch.js';
import { execCommands } from './exec/commands.js';
import { hooksPostStart } from './hooks/post-start.js';
import { hooksPostStartFails } from './hooks/post-start-fails.js';
import { hooksPreStop } from './hooks/pre-stop.js';
import { hooksPreStopTooSlow } from './hooks/pre-stop-too-slow.js';
import { imagesBrokenPulls } from './images/broken-pulls.js';
import { imagesPullAndRemove } from './images/pull-and-remove.js';
import { jobsExitCodes } from './jobs/exit-codes.js';
import { kubeletRestarts } from './kubelet/restarts.js';
import { logsOutput } from './logs/output.js';
import { logsReopen } from './logs/reopen.js';
import { podHappyPath } from './pod/happy-path.js';
import { resourcesUpdate } from './resources/update.js';
import { restartsCrashWithAlways } from './restarts/crash-with-always.js';
import { restartsOnFailure } from './restarts/on-failure.js';
import { runtimeAnswers } from './runtime/answers.js';
import { sandboxHostNetwork } from './sandbox/host-network.js';
import { sandboxRemovedWhileRunning } from './sandbox/removed-while-running.js';
import { sandboxStoppedWhileRunning } from './sandbox/stopped-while-running.js';
import { startBadEntrypoint } from './start/bad-entrypoint.js';
import { statsTwice } from './stats/twice.js';
import { stopIgnoresTerm } from './stop/ignores-term.js';
import { stopImageSignal } from './stop/image-signal.js';
import { stopSlowHandler } from './stop/slow-handler.js';
import type { Scenario } from './scenario.js';

/** Every scenario, in the order of the ids. */
export const allScenarios: readonly Scenario[] = [
  containersByHand,
  containersDuplicateNames,
  containersTwoInAPod,
  eventsWatch,
  execCommands,
  hooksPostStart,
  hooksPostStartFails,
  hooksPreStop,
  hooksPreStopTooSlow,
  imagesBrokenPulls,
  imagesPullAndRemove,
  jobsExitCodes,
  kubeletRestarts,
  logsOutput,
  logsReopen,
  podHappyPath,
  resourcesUpdate,
  restartsCrashWithAlways,
  restartsOnFailure,
  runtimeAnswers,
  sandboxHostNetwork,
  sandboxRemovedWhileRunning,
  sandboxStoppedWhileRunning,
  startBadEntrypoint,
  statsTwice,
  stopIgnoresTerm,
  stopImageSignal,
  stopSlowHandler,
];
