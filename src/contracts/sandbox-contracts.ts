// SPDX-License-Identifier: Apache-2.0
import type { Contract } from './contract.js';
import { sandboxListFiltersAnd } from './sandbox/list/filters-and.js';
import { sandboxListFiltersFind } from './sandbox/list/filters-find.js';
import { sandboxListItemsComplete } from './sandbox/list/items-complete.js';
import { sandboxListNoMatchEmpty } from './sandbox/list/no-match-empty.js';
import { sandboxListStateFilter } from './sandbox/list/state-filter.js';
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
import { sandboxRunUnknownHandlerRefused } from './sandbox/run/unknown-handler-refused.js';
import { sandboxStatusAnnotationsUnchanged } from './sandbox/status/annotations-unchanged.js';
import { sandboxStatusCreatedAt } from './sandbox/status/created-at.js';
import { sandboxStatusLabelsUnchanged } from './sandbox/status/labels-unchanged.js';
import { sandboxStatusMetadataUnchanged } from './sandbox/status/metadata-unchanged.js';
import { sandboxStatusMissingNotFound } from './sandbox/status/missing-not-found.js';
import { sandboxStatusNetworkMode } from './sandbox/status/network-mode.js';
import { sandboxStopCreatedNotAwaited } from './sandbox/stop/created-not-awaited.js';
import { sandboxStopEndsContainers } from './sandbox/stop/ends-containers.js';
import { sandboxStopIdempotent } from './sandbox/stop/idempotent.js';
import { sandboxStopNotReadyAndListed } from './sandbox/stop/not-ready-and-listed.js';
import { sandboxStopSucceeds } from './sandbox/stop/succeeds.js';
import { sandboxStopUnknownOk } from './sandbox/stop/unknown-ok.js';

export const sandboxContracts: readonly Contract[] = [
  sandboxListFiltersAnd,
  sandboxListFiltersFind,
  sandboxListItemsComplete,
  sandboxListNoMatchEmpty,
  sandboxListStateFilter,
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
  sandboxRunUnknownHandlerRefused,
  sandboxStatusAnnotationsUnchanged,
  sandboxStatusCreatedAt,
  sandboxStatusLabelsUnchanged,
  sandboxStatusMetadataUnchanged,
  sandboxStatusMissingNotFound,
  sandboxStatusNetworkMode,
  sandboxStopCreatedNotAwaited,
  sandboxStopEndsContainers,
  sandboxStopIdempotent,
  sandboxStopNotReadyAndListed,
  sandboxStopSucceeds,
  sandboxStopUnknownOk,
];
