// SPDX-License-Identifier: Apache-2.0
/** Version of the configuration file. */
export type ConfigEra = 2 | 3 | 4;

/** The newest that a containerd takes without migrating it. */
export function eraOf(version: string): ConfigEra {
  if (isVersionBefore(version, 2, 0)) return 2;
  return isVersionBefore(version, 2, 3) ? 3 : 4;
}

export function isVersionBefore(version: string, major: number, minor: number): boolean {
  const [itsMajor = 0, itsMinor = 0] = version.split('.').map(Number);
  return itsMajor < major || (itsMajor === major && itsMinor < minor);
}
