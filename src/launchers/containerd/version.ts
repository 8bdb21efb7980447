// SPDX-License-Identifier: Apache-2.0
import semver from 'semver';

/** Version of the configuration file. */
export type ConfigEra = 2 | 3 | 4;

/** The newest that a containerd accepts without migration. */
export function eraOf(version: string): ConfigEra {
  if (isVersionBefore(version, '2.0.0')) return 2;
  return isVersionBefore(version, '2.3.0') ? 3 : 4;
}

/** `1.6.20~ds1` counts as 1.6.20, and a release candidate as its release, whose features it has. */
export function isVersionBefore(version: string, release: string): boolean {
  return semver.lt(semver.coerce(version) ?? '0.0.0', release);
}
