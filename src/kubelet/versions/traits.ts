// SPDX-License-Identifier: Apache-2.0
import type { ApiVersion } from '#cri/api-version.js';
import { versionDifferences, type DifferenceName, type VersionDifference } from './differences.js';

/** What a kubelet of one minor does. */
export type Traits = Readonly<Record<DifferenceName, boolean>>;

/** Of a version as `1.37`; the minor counts. `apiVersion`: what it found that the runtime speaks. */
export function traitsOf(version: string, apiVersion?: ApiVersion): Traits {
  const minor = minorOf(version);
  const entries = Object.entries(versionDifferences).map(([name, difference]) => [
    name,
    appliesTo(difference, minor),
  ]);
  const traits = Object.fromEntries(entries) as Traits;
  return apiVersion === undefined ? traits : { ...traits, speaksV1: apiVersion === 'v1' };
}

export function minorOf(version: string): number {
  return Number(version.split('.')[1]);
}

export function appliesTo({ since, until }: VersionDifference, minor: number): boolean {
  return minor >= since && (until === undefined || minor <= until);
}
