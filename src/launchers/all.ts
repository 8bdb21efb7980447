// SPDX-License-Identifier: Apache-2.0
import { joinRules, type CleanupRules } from '#run-ledger/cleanup-kind.js';
import { genericRules } from '#run-ledger/generic-rules.js';
import { containerInEngine } from './container/container-runtime.js';
import { privateContainerd } from './containerd/containerd-process.js';
import { privateCrio } from './crio/crio-process.js';
import type { ManagedKind } from './managed-kind.js';
import { reference } from './reference/embedded-reference.js';

/** Every launcher of `--managed`: from here launcherFor, doctor and cleaning up know of it. */
export const managedKinds: readonly ManagedKind[] = [
  reference,
  privateContainerd,
  privateCrio,
  containerInEngine,
];

/** What a ledger may name: a run is cleaned up by another process, which may have launched nothing itself. */
export const allCleanupRules: CleanupRules = joinRules([
  genericRules,
  ...managedKinds.map(({ cleanup }) => cleanup),
]);
