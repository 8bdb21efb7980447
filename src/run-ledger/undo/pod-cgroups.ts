// SPDX-License-Identifier: Apache-2.0
import { basename } from 'node:path';
import { claimOf } from '../shared-claims.js';
import { notThereBefore, claimShared } from '../shared-places.js';
import type { CleanupStep } from '../cleanup-step.js';
import { cgroupHierarchies, removeCgroupTree, subdirectories } from './cgroups.js';
import { becomesTrue } from './poll.js';
import { stopUnits } from './systemd-units.js';
import { nothingToUndo, remains, removed, type UndoReport } from './undo-report.js';

/** What a kubelet, and so ours, has its pods below. */
const parentOfAll = 'kubepods.slice';

/**
 * Slices above those of pods that systemd will make with the first pod; a kubelet's own are there before. Said to other runs
 * as well: the directory is one of ours that is there until the pods are gone. Who is not root could not take them away.
 */
export function leavePodSlices(directory: string, leaves: (trace: CleanupStep) => void): void {
  if (process.getuid?.() !== 0) return;
  const slices = notThereBefore([{ kind: 'shared-cgroup', path: `/${parentOfAll}` }]);
  if (slices.length === 0) return;
  [claimOf(directory), ...slices].forEach(leaves);
  claimShared(directory, slices);
}

/** Cgroups of these pods and of no others, under either driver. systemd keeps the slice of a pod that is gone. */
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
  const tops = subdirectories(root).filter((path) => /^kubepods(\.slice)?$/.test(basename(path)));
  const classes = tops.flatMap(subdirectories);
  return [...classes, ...classes.flatMap(subdirectories)].filter((path) =>
    uids.has(podUidIn(basename(path))),
  );
}

function podUidIn(name: string): string {
  const [, uid = ''] = /^(?:kubepods-(?:[a-z]+-)?)?pod([0-9a-f_-]+)(?:\.slice)?$/.exec(name) ?? [];
  return uid.replaceAll('_', '-');
}
