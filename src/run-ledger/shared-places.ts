// SPDX-License-Identifier: Apache-2.0
import { existsSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { claimOf, claimsIn, claimsOfAll, writeClaim } from './shared-claims.js';
import type { CleanupStep } from './cleanup-step.js';
import { cgroupHierarchies } from './undo/cgroups.js';

/** What all runtimes of a machine share; who needs it last puts it back. */
export type SharedPlace = Extract<
  CleanupStep,
  { kind: 'empty-directory' | 'layer-cache' | 'setting' | 'shared-cgroup' }
>;

export function sharedDirectories(paths: readonly string[]): readonly SharedPlace[] {
  return paths.map((path) => ({ kind: 'empty-directory', path }));
}

/**
 * Those that are not there yet, or that another of ours did not find there when it came: it passes on what it found,
 * because the first of them need not be the last to end.
 */
export function notThereBefore(
  places: readonly SharedPlace[],
  notes: string = claimsOfAll,
): readonly SharedPlace[] {
  const passedOn = new Set(claimsIn(notes).flatMap(({ found }) => found));
  return places.filter((place) => isMissing(place) || passedOn.has(keyOf(place)));
}

/** Another of ours lives that will put it back: nothing is to be taken away under it. */
export function isNeeded(place: SharedPlace, notes: string = claimsOfAll): boolean {
  return claimsIn(notes).some(({ found, ends }) => !ends && found.includes(keyOf(place)));
}

/** Tells others which of these places were not there before; until the traces are undone, or the directory is gone. */
export function claimShared(
  directory: string,
  traces: readonly CleanupStep[],
  notes: string = claimsOfAll,
): void {
  writeClaim(claimOf(directory, notes).path, { directory, found: traces.filter(isShared).map(keyOf) });
}

function isShared(trace: CleanupStep): trace is SharedPlace {
  return ['empty-directory', 'layer-cache', 'setting', 'shared-cgroup'].includes(trace.kind);
}

function isMissing(place: SharedPlace): boolean {
  const { kind, path } = place;
  if (kind === 'setting') return readFileSync(path, 'utf8').trim() === place.value;
  if (kind === 'shared-cgroup') return !cgroupHierarchies().some((root) => existsSync(join(root, path)));
  return !existsSync(path);
}

/** A setting is one of a network. */
function keyOf(place: SharedPlace): string {
  if (place.kind !== 'setting') return place.path;
  return `${place.path}=${place.value} in ${readlinkSync('/proc/self/ns/net')}`;
}
