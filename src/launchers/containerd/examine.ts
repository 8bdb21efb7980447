// SPDX-License-Identifier: Apache-2.0
import { searchPath } from '#files/search-path.js';
import type { Examination } from '../private/private-runtime.js';
import { mayLowerOomScore, type Machine } from '#host/machine.js';
import { findBinaries, versionOf, type ContainerdBinaries } from './binaries.js';
import { missingForContainerd } from './missing.js';
import { offeredHandler } from './offered-handlers.js';

/** Finds containerd in the directory or on PATH, and what it lacks to start. */
export async function examineContainerd(
  directory: string | undefined,
  machine: Machine,
): Promise<Examination<ContainerdBinaries>> {
  const found = findBinaries(directory, machine);
  const missing = missingForContainerd(directory, found, machine);
  const reported = found.containerd === undefined ? undefined : await versionOf(found.containerd);
  if (reported !== undefined && 'problem' in reported)
    missing.push({
      reason: `${found.containerd ?? ''} is not a containerd for this machine; --version gives: ${reported.problem}`,
      fix: 'use binaries built for this machine',
    });
  if (missing.length > 0 || reported === undefined || 'problem' in reported) return { missing };
  const binaries = {
    containerd: found.containerd ?? '',
    version: reported.version,
    path: searchPath(found.path),
    cniDirectory: found.cniDirectory ?? '',
    handlers: await Promise.all(found.handlers.map((handler) => offeredHandler(handler, machine))),
  };
  return { binaries };
}

export function notesOnContainerd(machine: Machine): string[] {
  const notes: string[] = [];
  if (!mayLowerOomScore(machine))
    notes.push(
      'no CAP_SYS_RESOURCE here: a negative oom_score_adj is raised to what is allowed (restrict_oom_score_adj)',
    );
  if (!machine.overlay)
    notes.push('the kernel has no overlay file system: images are copied (snapshotter native)');
  return notes;
}
