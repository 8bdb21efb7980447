// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';

export interface ToolVersion {
  readonly name: string;
  readonly version: string;
  readonly cri: readonly string[];
  readonly node: string;
}

/** Name and version from package.json, two levels up both in the sources and in the build. */
export function toolVersion(): ToolVersion {
  return known;
}

/** Read at start: an error report must name the version even if no more files can be opened. */
const known = readVersion();

function readVersion(): ToolVersion {
  const text = readFileSync(new URL('../../../package.json', import.meta.url), 'utf8');
  const { name, version } = JSON.parse(text) as { readonly name: string; readonly version: string };
  return { name, version, cri: ['v1', 'v1alpha2'], node: process.versions.node };
}
