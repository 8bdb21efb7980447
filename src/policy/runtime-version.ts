// SPDX-License-Identifier: Apache-2.0
import semver from 'semver';

/** `1.6.20~ds1` counts as 1.6.20; a release candidate of 2.2.0 does not satisfy `<2.2`. */
export function versionWithin(version: string, range: string): boolean {
  const parsed = semver.parse(version, { loose: true }) ?? semver.coerce(version);
  return parsed !== null && semver.satisfies(parsed, range, { includePrerelease: true });
}

interface RuntimeSelector {
  readonly runtime?: string | undefined;
  readonly version?: string | undefined;
}

export function isRuntime(
  target: { readonly name: string; readonly version: string },
  wanted: RuntimeSelector,
): boolean {
  const named = wanted.runtime === undefined || wanted.runtime.toLowerCase() === target.name.toLowerCase();
  return named && (wanted.version === undefined || versionWithin(target.version, wanted.version));
}
