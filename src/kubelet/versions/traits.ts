// SPDX-License-Identifier: Apache-2.0
import type { ApiVersion } from '#cri/api-version.js';
import { versionDifferences, type DifferenceName, type VersionDifference } from './differences.js';

/** What a kubelet of one minor does; the names are those of the rows. */
export type Traits = Readonly<Record<DifferenceName, boolean>>;

/** `version` is like `1.37`; `apiVersion`: the CRI version found in use. */
export function traitsOf(version: string, apiVersion?: ApiVersion): Traits {
  const minor = minorOf(version);
  const entries = Object.entries(versionDifferences).map(([name, difference]) => [
    name,
    appliesTo(difference, minor),
  ]);
  const traits = Object.fromEntries(entries) as Traits;
  return apiVersion === undefined ? traits : { ...traits, speaksV1: apiVersion === 'v1' };
}

/** Feature gates that are off by default. */
export type Gate = 'ContainerStopSignals';

/** What a gate guards is there only if it is on. */
export function withGates(traits: Traits, gates: readonly Gate[] = []): Traits {
  return { ...traits, stopSignals: traits.stopSignals && gates.includes('ContainerStopSignals') };
}

export function minorOf(version: string): number {
  return Number(version.split('.')[1]);
}

export function appliesTo({ since, until }: VersionDifference, minor: number): boolean {
  return minor >= since && (until === undefined || minor <= until);
}
