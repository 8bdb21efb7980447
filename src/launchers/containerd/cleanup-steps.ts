// SPDX-License-Identifier: Apache-2.0
import { dirname } from 'node:path';
import { z } from 'zod';
import type { CleanupKind, CleanupRules } from '#run-ledger/cleanup-kind.js';
import type { GenericStep } from '#run-ledger/cleanup-step.js';
import { isOwnDirectory } from '#run-ledger/own-directory.js';
import { cniDirectories, cniResults } from '#run-ledger/places.js';
import { notThereBefore, sharedDirectories } from '#run-ledger/shared-places.js';
import { plainPath } from '#run-ledger/step-schemas.js';
import { nothingToUndo } from '#run-ledger/undo/undo-report.js';
import { cleanupStepsOfNetwork } from '../private/pod-network.js';
import { containerdPaths } from './config.js';
import { undoShims, type ShimSocketsStep } from './undo-shims.js';

const shimSocketsKind: CleanupKind<ShimSocketsStep> = {
  kind: 'shim-sockets',
  schema: () =>
    z
      .object({
        kind: z.literal('shim-sockets'),
        state: plainPath,
        forgotten: z.object({ socket: plainPath, log: plainPath }).optional(),
      })
      .refine(({ state, forgotten }) => {
        const paths = containerdPaths(dirname(state));
        if (state !== paths.state) return false;
        const { socket, log } = forgotten ?? paths;
        return socket === paths.socket && log === paths.log;
      }),
  undo: [
    {
      phase: 'sockets',
      undo: (step) => (isOwnDirectory(dirname(step.state)) ? undoShims(step) : nothingToUndo),
    },
  ],
  outlivesReboot: () => false,
};

/** Where containerd and libcni keep files whatever the configuration says; the deeper one first. */
const shared = ['/run/containerd/s', '/run/containerd', ...cniDirectories];
/** containerd's cgroup for sandboxes without a cgroup parent. */
const defaultCgroup = '/k8s.io';

export const containerdCleanup: CleanupRules = {
  kinds: [shimSocketsKind],
  sharedCgroups: [defaultCgroup],
  sharedDirectories: shared,
  programs: [/^(containerd|containerd-shim.*|ctr|runc|crun|runsc.*)$/],
};

/**
 * Everything that a private containerd in this directory will leave on the machine, known before it starts.
 */
export function cleanupStepsOfContainerd(
  directory: string,
  bridge: string,
): (GenericStep | ShimSocketsStep)[] {
  const { state, socket, log } = containerdPaths(directory);
  return [
    { kind: 'directory', path: directory },
    { kind: 'shim-sockets', state, forgotten: { socket, log } },
    ...cleanupStepsOfNetwork(bridge),
    { kind: 'shared-cgroup', path: defaultCgroup },
    { kind: 'files', folder: cniResults, mentioning: `${directory}/` },
    ...notThereBefore(sharedDirectories(shared)),
  ];
}
