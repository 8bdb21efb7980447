// SPDX-License-Identifier: Apache-2.0
import { existsSync, readFileSync } from 'node:fs';
import { cgroupDirectories } from '#host/cgroups.js';
import { namespaceId } from '#host/namespaces.js';
import { kindOfStep, type CleanupRules } from './cleanup-kind.js';
import type { CleanupStep, EmptyDirectoryStep } from './cleanup-step.js';
import { claimOf, claimsIn, claimsOfAll, writeClaim } from './shared-claims.js';

/** A place that all runtimes of a machine share; the last user restores it. */
export interface SharedPlace {
  readonly kind: string;
  readonly path: string;
  /** The old value of a setting. */
  readonly value?: string;
}

export function sharedDirectories(paths: readonly string[]): readonly EmptyDirectoryStep[] {
  return paths.map((path) => ({ kind: 'empty-directory', path }));
}

/** Places from steps of a shared kind. */
export function sharedPlacesIn(steps: readonly CleanupStep[], rules: CleanupRules): readonly SharedPlace[] {
  return steps.filter((step): step is SharedPlace => kindOfStep(step, rules)?.isShared === true);
}

/**
 * Places that do not exist yet, or that another of our runtimes did not find when it came: it passes that on,
 * because the first to come need not be the last to end.
 */
export function notThereBefore<P extends SharedPlace>(
  places: readonly P[],
  folder: string = claimsOfAll,
): readonly P[] {
  const passedOn = new Set(claimsIn(folder).flatMap(({ found }) => found));
  return places.filter((place) => isMissing(place) || passedOn.has(keyOf(place)));
}

/** Another of our runtimes is alive and will restore it: leave it for now. */
export function isNeeded(place: SharedPlace, folder: string = claimsOfAll): boolean {
  return claimsIn(folder).some(({ found, ends }) => !ends && found.includes(keyOf(place)));
}

/**
 * Tells others which places did not exist before; valid until they are restored, or the directory is gone.
 */
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

/** A setting belongs to a network namespace. */
function keyOf({ path, value }: SharedPlace): string {
  return value === undefined ? path : `${path}=${value} in ${namespaceId('net')}`;
}
