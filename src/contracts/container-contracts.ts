// SPDX-License-Identifier: Apache-2.0
import type { Contract } from './contract.js';
import { containerCreateCreatedState } from './container/create/created-state.js';
import { containerCreateIdUnique } from './container/create/id-unique.js';
import { containerCreateListedUnderSandbox } from './container/create/listed-under-sandbox.js';
import { containerCreateNameFreeAfterRemove } from './container/create/name-free-after-remove.js';
import { containerCreateNoDuplicate } from './container/create/no-duplicate.js';
import { containerCreateStoppedSandboxRefused } from './container/create/stopped-sandbox-refused.js';
import { containerListAgreesWithStatus } from './container/list/agrees-with-status.js';
import { containerListFiltersAnd } from './container/list/filters-and.js';
import { containerListItemsComplete } from './container/list/items-complete.js';
import { containerListNoMatchEmpty } from './container/list/no-match-empty.js';
import { containerListStateFilter } from './container/list/state-filter.js';
import { containerListStaysUntilRemoved } from './container/list/stays-until-removed.js';
import { containerRemoveForcesRunning } from './container/remove/forces-running.js';
import { containerRemoveGone } from './container/remove/gone.js';
import { containerRemoveIdempotent } from './container/remove/idempotent.js';
import { containerRemoveSucceeds } from './container/remove/succeeds.js';
import { containerStartFailedIsExited } from './container/start/failed-is-exited.js';
import { containerStartFailedNotRunning } from './container/start/failed-not-running.js';
import { containerStartOnce } from './container/start/once.js';
import { containerStartRunningOrExited } from './container/start/running-or-exited.js';
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

export const containerContracts: readonly Contract[] = [
  containerCreateCreatedState,
  containerCreateIdUnique,
  containerCreateListedUnderSandbox,
  containerCreateNameFreeAfterRemove,
  containerCreateNoDuplicate,
  containerCreateStoppedSandboxRefused,
  containerListAgreesWithStatus,
  containerListFiltersAnd,
  containerListItemsComplete,
  containerListNoMatchEmpty,
  containerListStateFilter,
  containerListStaysUntilRemoved,
  containerRemoveForcesRunning,
  containerRemoveGone,
  containerRemoveIdempotent,
  containerRemoveSucceeds,
  containerStartFailedIsExited,
  containerStartFailedNotRunning,
  containerStartOnce,
  containerStartRunningOrExited,
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
];
