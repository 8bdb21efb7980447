// SPDX-License-Identifier: Apache-2.0
import { existsSync, readFileSync } from 'node:fs';
import { cgroupDirectories } from '#host/cgroups.js';
import { namespaceId } from '#host/namespaces.js';
import { kindOfStep, type CleanupRules } from './cleanup-kind.js';
import type { CleanupStep, EmptyDirectoryStep } from './cleanup-step.js';
import { claimOf, claimsIn, claimsOfAll, writeClaim } from './shared-claims.js';

/** What all runtimes of a machine share; who needs it last puts it back. */
export interface SharedPlace {
  readonly kind: string;
  readonly path: string;
  /** Of a setting: what it was. */
  readonly value?: string;
}

export function sharedDirectories(paths: readonly string[]): readonly EmptyDirectoryStep[] {
  return paths.map((path) => ({ kind: 'empty-directory', path }));
}

/** Those of the steps whose kind is shared. */
export function sharedPlacesIn(steps: readonly CleanupStep[], rules: CleanupRules): readonly SharedPlace[] {
  return steps.filter((step): step is SharedPlace => kindOfStep(step, rules)?.isShared === true);
}

/**
 * Those that are not there yet, or that another of ours did not find there when it came: it passes on what it found,
 * because the first of them need not be the last to end.
 */
export function notThereBefore<P extends SharedPlace>(
  places: readonly P[],
  folder: string = claimsOfAll,
): readonly P[] {
  const passedOn = new Set(claimsIn(folder).flatMap(({ found }) => found));
  return places.filter((place) => isMissing(place) || passedOn.has(keyOf(place)));
}

/** Another of ours lives that will put it back: nothing is to be taken away under it. */
export function isNeeded(place: SharedPlace, folder: string = claimsOfAll): boolean {
  return claimsIn(folder).some(({ found, ends }) => !ends && found.includes(keyOf(place)));
}

/** Tells others which places were not there before; until they are put back, or the directory is gone. */
export function claimShared(
  directory: string,
  places: readonly SharedPlace[],
  folder: string = claimsOfAll,
): void {
  writeClaim(claimOf(directory, folder).path, { directory, found: places.map(keyOf) });
}

function isMissing({ kind, path, value }: SharedPlace): boolean {
  if (value !== undefined) return readFileSync(path, 'utf8').trim() === value;
  return kind === 'shared-cgroup' ? cgroupDirectories(path).length === 0 : !existsSync(path);
}

/** A setting is one of a network. */
function keyOf({ path, value }: SharedPlace): string {
  return value === undefined ? path : `${path}=${value} in ${namespaceId('net')}`;
}
