// SPDX-License-Identifier: Apache-2.0
import { basename } from 'node:path';
import { z } from 'zod';
import { becomesTrue } from '#base/poll.js';
import { cgroupHierarchies, cgroupsBelow, removeCgroupTree } from '#host/cgroups.js';
import { stopUnits } from '#host/systemd-units.js';
import type { CleanupKind } from '../cleanup-kind.js';
import type { CleanupStep, PodCgroupsStep, SharedCgroupStep } from '../cleanup-step.js';
import { claimOf } from '../shared-claims.js';
import { notThereBefore, claimShared } from '../shared-places.js';
import { podUid } from '../step-schemas.js';
import { nothingToUndo, remains, removed, type UndoReport } from './undo-report.js';

/** The parent of the pods of a kubelet, and of ours. */
export const parentOfPods = '/kubepods.slice';

export const podCgroupsKind: CleanupKind<PodCgroupsStep> = {
  kind: 'pod-cgroups',
  schema: () => z.object({ kind: z.literal('pod-cgroups'), uids: z.array(podUid) }),
  undo: [{ phase: 'pod-cgroups', undo: ({ uids }) => removePodCgroups(new Set(uids)) }],
  outlivesReboot: () => false,
};

/**
 * Slices above those of pods that systemd creates with the first pod; with a kubelet they already exist.
 * Other runs learn about them, too: the directory exists until the pods are gone. Without root we could not
 * remove them.
 */
export function leavePodSlices(directory: string, leaves: (step: CleanupStep) => void): void {
  if (process.getuid?.() !== 0) return;
  const parent: SharedCgroupStep = { kind: 'shared-cgroup', path: parentOfPods };
  const slices = notThereBefore([parent]);
  if (slices.length === 0) return;
  [claimOf(directory), ...slices].forEach(leaves);
  claimShared(directory, slices);
}

/** Cgroups of these pods only, under either driver. systemd keeps the slice of a pod that is gone. */
export async function removePodCgroups(
  uids: ReadonlySet<string>,
  roots: readonly string[] = cgroupHierarchies(),
): Promise<UndoReport> {
  const found = (): string[] => roots.flatMap((root) => podCgroupsBelow(root, uids));
  const first = [...new Set(found().map((directory) => basename(directory)))];
  if (first.length === 0) return nothingToUndo;
  await stopUnits(first.filter((name) => name.endsWith('.slice')));
  const gone = await becomesTrue(() => {
    const left = found();
    left.forEach(removeCgroupTree);
    return left.length === 0;
  }, 2_000);
  return gone ? removed(`cgroups of ${first.length} pods`) : remains(`cgroups: ${found().join(', ')}`);
}

/** `kubepods/burstable/pod<uid>`, or `kubepods.slice/kubepods-burstable.slice/kubepods-burstable-pod<uid_>.slice`. */
function podCgroupsBelow(root: string, uids: ReadonlySet<string>): string[] {
  const tops = cgroupsBelow(root).filter((path) => /^kubepods(\.slice)?$/.test(basename(path)));
  const classes = tops.flatMap(cgroupsBelow);
  return [...classes, ...classes.flatMap(cgroupsBelow)].filter((path) => uids.has(podUidIn(basename(path))));
}

function podUidIn(name: string): string {
  const [, uid = ''] = /^(?:kubepods-(?:[a-z]+-)?)?pod([0-9a-f_-]+)(?:\.slice)?$/.exec(name) ?? [];
  return uid.replaceAll('_', '-');
}
