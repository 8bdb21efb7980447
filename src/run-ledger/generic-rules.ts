// SPDX-License-Identifier: Apache-2.0
import type { CleanupRules } from './cleanup-kind.js';
import { bridgeKind } from './undo/bridge.js';
import { cgroupKind, sharedCgroupKind } from './undo/cgroups.js';
import { claimKind } from './undo/claim.js';
import { directoryKind } from './undo/directory.js';
import { emptyDirectoryKind, filesKind } from './undo/files.js';
import { parentOfPods, podCgroupsKind } from './undo/pod-cgroups.js';
import { processGroupKind } from './undo/process-group.js';
import { downKind, upKind, startTriedKind } from './undo/restart-runtime.js';
import { settingKind } from './undo/setting.js';

/** Rules for what every runtime may leave. */
export const genericRules: CleanupRules = {
  kinds: [
    processGroupKind,
    directoryKind,
    bridgeKind,
    cgroupKind,
    podCgroupsKind,
    sharedCgroupKind,
    filesKind,
    claimKind,
    emptyDirectoryKind,
    settingKind,
    downKind,
    startTriedKind,
    upKind,
  ],
  sharedCgroups: [parentOfPods],
  sharedDirectories: [],
  programs: [],
};
