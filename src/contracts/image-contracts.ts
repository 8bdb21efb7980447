// SPDX-License-Identifier: Apache-2.0
import type { Contract } from './contract.js';
import { imageFsInfoUsable } from './image/fs-info/usable.js';
import { imageListComplete } from './image/list/complete.js';
import { imageLookupSameId } from './image/lookup/same-id.js';
import { imagePullBrokenRefused } from './image/pull/broken-refused.js';
import { imagePullFailedLeavesNothing } from './image/pull/failed-leaves-nothing.js';
import { imagePullPresentAtOnce } from './image/pull/present-at-once.js';
import { imagePullRefKnown } from './image/pull/ref-known.js';
import { imageRemoveGone } from './image/remove/gone.js';
import { imageRemoveIdempotent } from './image/remove/idempotent.js';
import { imageStatusAbsentOk } from './image/status/absent-ok.js';
import { imageStatusIdAndSize } from './image/status/id-and-size.js';

export const imageContracts: readonly Contract[] = [
  imageFsInfoUsable,
  imageListComplete,
  imageLookupSameId,
  imagePullBrokenRefused,
  imagePullFailedLeavesNothing,
  imagePullPresentAtOnce,
  imagePullRefKnown,
  imageRemoveGone,
  imageRemoveIdempotent,
  imageStatusAbsentOk,
  imageStatusIdAndSize,
];
